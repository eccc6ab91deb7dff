/** What fits into a box of a given size: how many chips of a row, and how large a text may be. */

/** How many things of these widths stand in so many rows, where what is left needs a last one for its count. */
export function howMany(widths: readonly number[], room: number, rows: number, gap: number, more: number): number {
  const fits = (many: number): boolean => {
    const all = many < widths.length ? [...widths.slice(0, many), more] : widths.slice(0, many);
    let [row, at] = [1, 0];
    for (const width of all) {
      if (at > 0 && at + gap + width > room) [row, at] = [row + 1, 0];
      at += (at > 0 ? gap : 0) + width;
    }
    return row <= rows && all.every((width) => width <= room);
  };
  let many = widths.length;
  while (many > 0 && !fits(many)) many--;
  return many;
}

/**
 * Which of them stand in a single row or more: the chosen one always, and first where it is none of those that fit. `brief` where there
 * is no room beside the count but for a chosen one that is shorter than usual.
 */
export function whichFit(
  widths: readonly number[],
  chosen: number,
  room: number,
  rows: number,
  gap: number,
  more: number,
): { readonly shown: readonly number[]; readonly brief: boolean } {
  const all = widths.map((_, at) => at);
  const usual = all.slice(0, howMany(widths, room, rows, gap, more));
  if (chosen < 0 || usual.includes(chosen)) return { shown: usual, brief: false };
  const order = [chosen, ...all.filter((at) => at !== chosen)];
  const many = howMany(
    order.map((at) => widths[at]!),
    room,
    rows,
    gap,
    more,
  );
  return { shown: order.slice(0, Math.max(1, many)), brief: many === 0 };
}

/** The sizes of a text, of which the first that fits is taken: styles know them by `data-fit`. */
const SIZES = 5;
const tooLarge = (node: HTMLElement): boolean =>
  node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight;

/** Makes a text as small as its box needs, whenever text or box change; what does not fit at all is told of. */
export function fitted(node: HTMLElement, overfull?: () => void): { destroy(): void } {
  function fit(): void {
    for (let size = 0; size < SIZES; size++) {
      node.dataset["fit"] = String(size);
      if (!tooLarge(node)) return;
    }
    overfull?.();
  }
  const box = new ResizeObserver(fit);
  const text = new MutationObserver(fit);
  box.observe(node);
  text.observe(node, { childList: true, characterData: true, subtree: true });
  fit();
  return {
    destroy() {
      box.disconnect();
      text.disconnect();
    },
  };
}

/** Draws what a box holds smaller, so that all of it is there; a box that can be scrolled sidewise has room enough. */
export function shrunk(node: HTMLElement): { destroy(): void } {
  function fit(): void {
    const box = node.parentElement;
    if (!box) return;
    node.style.zoom = "";
    const { overflowX, paddingTop, paddingBottom, paddingLeft, paddingRight } = getComputedStyle(box);
    const high = box.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom);
    const scrolls = overflowX === "auto";
    const wide = scrolls ? Infinity : box.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    // A smaller drawing wraps less: a few tries come near enough.
    let zoom = 1;
    for (
      let tries = 0;
      tries < 12 && (node.scrollHeight * zoom > high + 1 || node.scrollWidth * zoom > wide + 1);
      tries++
    )
      node.style.zoom = String((zoom *= 0.92));
  }
  const box = new ResizeObserver(fit);
  const inside = new MutationObserver(fit);
  if (node.parentElement) box.observe(node.parentElement);
  inside.observe(node, { childList: true, characterData: true, subtree: true });
  fit();
  return {
    destroy() {
      box.disconnect();
      inside.disconnect();
    },
  };
}
