/** Files in one: a .zip whose files are stored as they are, so that every program unpacks it. */

const CRC = Uint32Array.from({ length: 256 }, (_, at) => {
  let sum = at;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});
export function crc32(data: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of data) sum = CRC[(sum ^ byte) & 255]! ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}

/** Numbers of two or four bytes, the lowest first. */
function bytes(...numbers: readonly (readonly [size: 2 | 4, value: number])[]): number[] {
  return numbers.flatMap(([size, value]) => Array.from({ length: size }, (_, at) => (value >>> (8 * at)) & 255));
}
const UTF8 = 1 << 11;
/** The first day that a .zip knows: files of works have none. */
const DAY = 0x21;

export function zipped(files: readonly (readonly [name: string, text: string])[]): Uint8Array {
  const found: Uint8Array[] = [];
  const index: Uint8Array[] = [];
  let at = 0;
  const take = (list: Uint8Array[], part: Uint8Array): number => (list.push(part), part.length);
  for (const [name, text] of files) {
    const [title, data] = [name, text].map((one) => new TextEncoder().encode(one)) as [Uint8Array, Uint8Array];
    const facts = bytes(
      [2, 20],
      [2, UTF8],
      [2, 0],
      [2, 0],
      [2, DAY],
      [4, crc32(data)],
      [4, data.length],
      [4, data.length],
    );
    const head = Uint8Array.from([...bytes([4, 0x04034b50]), ...facts, ...bytes([2, title.length], [2, 0])]);
    const row = [
      ...bytes([4, 0x02014b50], [2, 20]),
      ...facts,
      ...bytes([2, title.length], [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, at]),
    ];
    index.push(Uint8Array.from(row), title);
    at += take(found, head) + take(found, title) + take(found, data);
  }
  const size = index.reduce((sum, { length }) => sum + length, 0);
  const { length } = files;
  const end = bytes([4, 0x06054b50], [2, 0], [2, 0], [2, length], [2, length], [4, size], [4, at], [2, 0]);
  return joined([...found, ...index, Uint8Array.from(end)]);
}
function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Names that all differ, also where letters are not told apart by their size. */
export function apart(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let many = 2; taken.has(free.toLowerCase()); many++) free = name.replace(/(\.\w+)?$/, `-${many}$1`);
    taken.add(free.toLowerCase());
    return free;
  });
}
