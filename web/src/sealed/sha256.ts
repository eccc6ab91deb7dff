/** SHA-256. Pages of a server at home, such as `http://192.168…`, have no WebCrypto. */

const ROUNDS = new Uint32Array(64);
const START = new Uint32Array(8);

/** The first 32 bits of what follows the point in the roots of the first primes. */
function fillTables(): void {
  let found = 0;
  for (let number = 2; found < 64; number++) {
    let prime = true;
    for (let factor = 2; factor * factor <= number; factor++) prime &&= number % factor !== 0;
    if (!prime) continue;
    if (found < 8) START[found] = (Math.sqrt(number) % 1) * 2 ** 32;
    ROUNDS[found++] = (Math.cbrt(number) % 1) * 2 ** 32;
  }
}
fillTables();

const SCHEDULE = new Uint32Array(64);

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

function absorb(state: Uint32Array, view: DataView, at: number): void {
  const w = SCHEDULE;
  for (let i = 0; i < 16; i++) w[i] = view.getUint32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const early = w[i - 15]!;
    const late = w[i - 2]!;
    const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    w[i] = w[i - 16]! + low + w[i - 7]! + high;
  }
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  for (let i = 0; i < 64; i++) {
    const mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + mixed + ((e & f) ^ (~e & g)) + ROUNDS[i]! + w[i]!) | 0;
    const spun = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const two = (spun + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
  state[4]! += e;
  state[5]! += f;
  state[6]! += g;
  state[7]! += h;
}

export function sha256(bytes: Uint8Array): Uint8Array {
  const length = bytes.length;
  const padded = new Uint8Array(((length + 8) >> 6) * 64 + 64);
  padded.set(bytes);
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(padded.length - 4, length * 8);
  const state = START.slice();
  for (let at = 0; at < padded.length; at += 64) absorb(state, view, at);
  const digest = new DataView(new ArrayBuffer(32));
  for (let i = 0; i < 8; i++) digest.setUint32(4 * i, state[i]!);
  return new Uint8Array(digest.buffer);
}
