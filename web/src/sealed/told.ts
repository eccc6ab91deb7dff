import { check, type Checker } from "./checker";

const listed = (lines: readonly number[]): string => (lines.length ? `line ${lines.join(", ")}` : "none");

/** What a record proves of its dice, in sentences. */
export function told(checker: Checker, receipts: number): string[] {
  const alone = receipts ? [] : ["without a receipt nothing shows that the host did not write the game alone"];
  const elsewhere = checker.forked ? [`${checker.forked} lines were played elsewhere: their dice are not checked`] : [];
  const end = [`receipts compared: ${receipts}`, ...alone, `last hash: ${checker.hashes.at(-1)!}`];
  if (checker.typed) return [`${checker.rolls} rolls are as the players reported`, ...elsewhere, ...end];
  const sides = (["Red", "Blue"] as const).map((name, side) => {
    const under = checker.under[1 + side]!;
    return `${name}'s key: kept for ${under.seat} rolls, deposited ${under.deposited}, the host's ${under.host}`;
  });
  return [
    `${checker.rolls} rolls were checked`,
    ...sides,
    `calls given up: ${listed(checker.givenUp)}`,
    `new keys agreed: ${listed(checker.agreed)}`,
    ...(checker.call ? [`roll ${checker.number + 1} is called and has not fallen`] : []),
    ...(checker.unkept ? [`${checker.unkept} rolls rest on the host's word: it drew all keys`] : []),
    ...elsewhere,
    ...end,
  ];
}

/** What is to be said of a record: whether something is wrong, and the sentences. */
export function judged(text: string, receipts: readonly string[]): [boolean, string[]] {
  try {
    return [true, told(check(text.replace(/\n$/, "").split("\n"), receipts), receipts.length)];
  } catch (error) {
    return [false, [`Wrong at ${error instanceof Error ? error.message : String(error)}`]];
  }
}
