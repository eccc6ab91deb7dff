/** After how many milliseconds what no first picture needs is fetched: the page stands by then, and nobody waits for it. */
export const LATER = 2500;

/** Does something once the page stands, unless it is told before not to. */
export function later(act: () => void): () => void {
  const timer = setTimeout(act, LATER);
  return () => clearTimeout(timer);
}
