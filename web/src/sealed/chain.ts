/** Chains, roll keys and dice: the arithmetic of sealed dice, as `kernel/checker.py` has it. */

import { sha256 } from "./sha256";

/** How many links a chain has. */
export const LENGTH = 4096;
/** How many values a word has. */
export const WORDS = 2 ** 32;

/** A die: its number of faces, where they are 1, 2, 3 and so on, or else the list of them. */
export type Die = number | readonly number[];
type Tag = "link" | "roll" | "dice" | "line";

const encoder = new TextEncoder();

export const utf8 = (text: string): Uint8Array => encoder.encode(text);

export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** 32 bytes from 64 digits; nothing if the text is anything else. */
export function unhex(text: unknown): Uint8Array | null {
  if (typeof text !== "string" || !/^[0-9a-f]{64}$/.test(text)) return null;
  return Uint8Array.from({ length: 32 }, (_, at) => parseInt(text.slice(2 * at, 2 * at + 2), 16));
}

const PREFIX: Readonly<Record<Tag, Uint8Array>> = {
  link: utf8("hulldown/2/link"),
  roll: utf8("hulldown/2/roll"),
  dice: utf8("hulldown/2/dice"),
  line: utf8("hulldown/2/line"),
};

export function hashed(tag: Tag, ...parts: readonly Uint8Array[]): Uint8Array {
  const prefix = PREFIX[tag];
  let length = prefix.length;
  for (const part of parts) length += part.length;
  const bytes = new Uint8Array(length);
  bytes.set(prefix);
  let at = prefix.length;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return sha256(bytes);
}

/** The anchor and all links of a secret, which is the last of them: link n is the one of roll n. */
export function chain(secret: Uint8Array): Uint8Array[] {
  const links = [secret];
  for (let n = 0; n < LENGTH; n++) links.push(hashed("link", links[n]!));
  return links.reverse();
}

export const rollKey = (links: readonly Uint8Array[]): Uint8Array => hashed("roll", ...links);

function u32(number: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, number);
  return new Uint8Array(view.buffer);
}

/** The words of a throw, as many as are asked for. */
export function* words(key: Uint8Array, thrown: number): Generator<number, void> {
  for (let block = 0; ; block++) {
    const view = new DataView(hashed("dice", key, u32(thrown), u32(block)).buffer);
    for (let at = 0; at < 32; at += 4) yield view.getUint32(at);
  }
}

/** Dice as numbers from 0 on. A word at or above the limit would favour the low ones, and is passed over. */
export function numbers(source: Iterable<number>, sides: number, count: number): number[] {
  const limit = WORDS - (WORDS % sides);
  const found: number[] = [];
  for (const word of source) {
    if (word < limit) found.push(word % sides);
    if (found.length === count) break;
  }
  return found;
}

/** How a handful of equal dice falls. */
export function facesOf(key: Uint8Array, thrown: number, count: number, die: Die): number[] {
  if (typeof die === "number") return numbers(words(key, thrown), die, count).map((number) => number + 1);
  return numbers(words(key, thrown), die.length, count).map((number) => die[number]!);
}
