/** A code to scan, made of a text: ISO/IEC 18004 in byte mode, versions 1 to 25, drawn as one path. */
import { say } from "../language/language";

/** How much of a code may be lost: a seventh (L) or a seventh and half as much again (M). */
export type Level = "L" | "M";

/** By versions, how many words of each block mend it, and how many blocks there are. */
const MENDING: Readonly<Record<Level, readonly number[]>> = {
  L: [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26],
  M: [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28],
};
const BLOCKS: Readonly<Record<Level, readonly number[]>> = {
  L: [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12],
  M: [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21],
};
const LEVEL_BITS: Readonly<Record<Level, number>> = { L: 1, M: 0 };
const MOST_VERSION = 25;
/** Up to this version a code is the sturdier one; beyond it, small squares would cost more than they mend. */
const STURDY_VERSION = 10;

const sizeOf = (version: number): number => 17 + 4 * version;

/** The middles of the small finders, along both axes. */
function middles(version: number): number[] {
  if (version === 1) return [];
  const many = Math.floor(version / 7) + 2;
  const step = Math.ceil((sizeOf(version) - 13) / (many * 2 - 2)) * 2;
  return [6, ...Array.from({ length: many - 1 }, (_, at) => sizeOf(version) - 7 - step * (many - 2 - at))];
}

/** How many words a version has room for, beside its finders, timing, format and version. */
function words(version: number): number {
  const many = middles(version).length;
  const small = many ? many * many - 3 : 0;
  const crossing = many ? 2 * (many - 2) : 0;
  const fixed = 3 * 64 + 31 + 2 * (sizeOf(version) - 16) + (version >= 7 ? 36 : 0) + small * 25 - crossing * 5;
  return Math.floor((sizeOf(version) ** 2 - fixed) / 8);
}
const at = <T>(list: ArrayLike<T>, index: number): T => list[index] as T;
const dataWords = (version: number, level: Level): number =>
  words(version) - at(MENDING[level], version - 1) * at(BLOCKS[level], version - 1);
const headBits = (version: number): number => 4 + (version < 10 ? 8 : 16);
const fits = (bytes: number, version: number, level: Level): boolean =>
  headBits(version) + bytes * 8 <= dataWords(version, level) * 8;

/** The smallest version that a text fits into. */
export function versionFor(bytes: number): { readonly version: number; readonly level: Level } {
  for (let version = 1; version <= STURDY_VERSION; version++)
    if (fits(bytes, version, "M")) return { version, level: "M" };
  for (let version = STURDY_VERSION; version <= MOST_VERSION; version++)
    if (fits(bytes, version, "L")) return { version, level: "L" };
  throw new RangeError(say("A code holds no {bytes} bytes; send the link as it is.", { bytes }));
}

// The field of 256 elements in which words are mended.
const POWERS = new Uint8Array(255);
const LOGS = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power++) {
  POWERS[power] = value;
  LOGS[value] = power;
  value = (value << 1) ^ (value & 128 ? 0x11d : 0);
}
const times = (a: number, b: number): number => (a && b ? at(POWERS, (at(LOGS, a) + at(LOGS, b)) % 255) : 0);

/** The words that mend a block: what is left of it after division by the generator of so many. */
function mending(block: readonly number[], many: number): number[] {
  let generator = [1];
  for (let root = 0; root < many; root++) {
    const next = [...generator, 0];
    generator.forEach((value, place) => (next[place + 1] = at(next, place + 1) ^ times(value, at(POWERS, root))));
    generator = next;
  }
  const left = [...block, ...new Array<number>(many).fill(0)];
  for (let place = 0; place < block.length; place++) {
    const factor = at(left, place);
    generator.forEach((value, by) => (left[place + by] = at(left, place + by) ^ times(value, factor)));
  }
  return left.slice(block.length);
}

/** The text as words: its mode, length and bytes, padded to the end. */
function textWords(bytes: Uint8Array, version: number, level: Level): number[] {
  const bits: number[] = [];
  const put = (value: number, length: number): void => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  put(4, 4);
  put(bytes.length, headBits(version) - 4);
  bytes.forEach((byte) => put(byte, 8));
  const room = dataWords(version, level);
  put(0, Math.min(4, room * 8 - bits.length));
  put(0, -bits.length & 7);
  const found: number[] = [];
  for (let from = 0; from < bits.length; from += 8)
    found.push(bits.slice(from, from + 8).reduce((word, bit) => (word << 1) | bit, 0));
  for (let pad = 0xec; found.length < room; pad ^= 0xec ^ 0x11) found.push(pad);
  return found;
}

/** The words in blocks, each with what mends it, dealt out one by one. */
function dealt(data: readonly number[], version: number, level: Level): number[] {
  const [mends, many] = [at(MENDING[level], version - 1), at(BLOCKS[level], version - 1)];
  const short = Math.floor(data.length / many);
  const long = data.length % many;
  const blocks = Array.from({ length: many }, (_, block) => {
    const from = block * short + Math.max(0, block - (many - long));
    return data.slice(from, from + short + (block >= many - long ? 1 : 0));
  });
  const mended = blocks.map((block) => mending(block, mends));
  const deal = (from: readonly (readonly number[])[], length: number): number[] =>
    Array.from({ length }, (_, place) => from.flatMap((block) => block.slice(place, place + 1))).flat();
  return [...deal(blocks, short + 1), ...deal(mended, mends)];
}

/** A word and what is left of it after division, for the format and the version. */
function checked(value: number, bits: number, divisor: number): number {
  let left = value;
  for (let bit = 0; bit < bits; bit++) left = (left << 1) ^ ((left >> (bits - 1)) * divisor);
  return (value << bits) | left;
}

/** Squares in rows, and which of them are the frame of a code. */
class Sheet {
  readonly size: number;
  readonly dark: Uint8Array;
  readonly #fixed: Uint8Array;
  readonly #version: number;

  constructor(version: number) {
    this.#version = version;
    this.size = sizeOf(version);
    this.dark = new Uint8Array(this.size ** 2);
    this.#fixed = new Uint8Array(this.size ** 2);
    this.#frame();
  }
  #fix(x: number, y: number, dark: boolean | number): void {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    this.dark[y * this.size + x] = dark ? 1 : 0;
    this.#fixed[y * this.size + x] = 1;
  }
  #frame(): void {
    const { size } = this;
    for (let place = 0; place < size; place++) {
      this.#fix(6, place, place % 2 === 0);
      this.#fix(place, 6, place % 2 === 0);
    }
    for (const [x, y] of [
      [3, 3],
      [size - 4, 3],
      [3, size - 4],
    ] as const)
      this.#rings(x, y, 4, [2, 4]);
    const small = middles(this.#version);
    const last = small.length - 1;
    small.forEach((x, i) =>
      small.forEach((y, j) => {
        const corner = (i === 0 && (j === 0 || j === last)) || (i === last && j === 0);
        if (!corner) this.#rings(x, y, 2, [1]);
      }),
    );
    this.format("M", 0);
    if (this.#version < 7) return;
    const bits = checked(this.#version, 12, 0x1f25);
    for (let bit = 0; bit < 18; bit++) {
      const [far, near] = [size - 11 + (bit % 3), Math.floor(bit / 3)];
      this.#fix(far, near, (bits >> bit) & 1);
      this.#fix(near, far, (bits >> bit) & 1);
    }
  }
  /** Rings around a middle, dark but for those at these distances. */
  #rings(x: number, y: number, reach: number, light: readonly number[]): void {
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++)
        this.#fix(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  }
  /** Level and mask, twice, beside the finders. */
  format(level: Level, mask: number): void {
    const { size } = this;
    const bits = checked((LEVEL_BITS[level] << 3) | mask, 10, 0x537) ^ 0x5412;
    for (let bit = 0; bit < 15; bit++) {
      const dark = (bits >> bit) & 1;
      // Down the first finder's right and along under it, past the timing; then beside the two others.
      if (bit < 8) this.#fix(8, bit < 6 ? bit : bit + 1, dark);
      else this.#fix(bit === 8 ? 7 : 14 - bit, 8, dark);
      if (bit < 8) this.#fix(size - 1 - bit, 8, dark);
      else this.#fix(8, size - 15 + bit, dark);
    }
    this.#fix(8, size - 8, 1);
  }
  /** Lays words in pairs of columns, from the right, up and down by turns. */
  lay(found: readonly number[]): void {
    const { size } = this;
    let bit = 0;
    let up = true;
    for (let right = size - 1; right > 0; right -= 2, up = !up) {
      if (right === 6) right = 5;
      for (let step = 0; step < size; step++)
        for (const x of [right, right - 1]) {
          const place = (up ? size - 1 - step : step) * size + x;
          if (this.#fixed[place]) continue;
          this.dark[place] = (at(found, bit >> 3) >> (7 - (bit & 7))) & 1;
          bit++;
        }
    }
  }
  /** Turns over the squares of a mask; the same mask again turns them back. */
  turn(mask: number): void {
    const rule = at(MASKS, mask);
    for (let place = 0; place < this.dark.length; place++)
      if (!this.#fixed[place] && rule(place % this.size, Math.floor(place / this.size)))
        this.dark[place] = this.dark[place] ? 0 : 1;
  }
  /** How hard it would be to read. */
  penalty(): number {
    const { size, dark } = this;
    const read = (x: number, y: number): number => at(dark, y * size + x);
    let found = 0;
    for (let line = 0; line < size; line++) {
      const places = Array.from({ length: size }, (_, place) => place);
      found += runs(places.map((place) => read(place, line))) + runs(places.map((place) => read(line, place)));
    }
    for (let y = 0; y + 1 < size; y++)
      for (let x = 0; x + 1 < size; x++) {
        const sum = read(x, y) + read(x + 1, y) + read(x, y + 1) + read(x + 1, y + 1);
        if (sum === 0 || sum === 4) found += 3;
      }
    const share = (dark.reduce((sum, one) => sum + one, 0) * 20) / size ** 2;
    return found + 10 * Math.floor(Math.abs(share - 10));
  }
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];
const FINDER = /(?=(?:0000(?=1011101)|1011101(?=0000)))/g;

/** The penalty of one line: runs of five and more, and what looks like a finder. */
function runs(line: readonly number[]): number {
  const text = line.join("");
  const long = text.match(/0{5,}|1{5,}/g) ?? [];
  const finders = text.match(FINDER) ?? [];
  return long.reduce((sum, { length }) => sum + length - 2, 0) + 40 * finders.length;
}

/** The squares of a code, row by row, dark ones as true; with a mask, that one instead of the best. */
export function squaresOf(text: string, only?: number): readonly (readonly boolean[])[] {
  const bytes = new TextEncoder().encode(text);
  const { version, level } = versionFor(bytes.length);
  const sheet = new Sheet(version);
  sheet.lay(dealt(textWords(bytes, version, level), version, level));
  let best = only ?? 0;
  let least = Infinity;
  for (let mask = 0; only === undefined && mask < MASKS.length; mask++) {
    sheet.turn(mask);
    sheet.format(level, mask);
    const penalty = sheet.penalty();
    if (penalty < least) [best, least] = [mask, penalty];
    sheet.turn(mask);
  }
  sheet.turn(best);
  sheet.format(level, best);
  return Array.from({ length: sheet.size }, (_, y) =>
    Array.from(sheet.dark.subarray(y * sheet.size, (y + 1) * sheet.size), Boolean),
  );
}

/** The light that must lie around a code, in squares. */
export const MARGIN = 4;

/** A code as one path of runs, and how many squares it is wide with its margin. */
export function codePath(text: string): { readonly path: string; readonly width: number } {
  const rows = squaresOf(text);
  let path = "";
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const from = x;
      while (row[x + 1]) x++;
      path += `M${from + MARGIN} ${y + MARGIN}h${x - from + 1}v1h${from - x - 1}z`;
    }
  });
  return { path, width: rows.length + 2 * MARGIN };
}
