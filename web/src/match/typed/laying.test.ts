import { describe, expect, test } from "vitest";
import type { DiceDue, DiceWanted } from "../../api/types";
import { begin, given, goTo, lay, missing, settled, takeBack, toldOf, type, type Laid } from "./laying";

const die = (count: number, sides: number): DiceDue => {
  const faces = Array.from({ length: sides }, (_, at) => at + 1);
  return { count, faces, labels: faces.map(String) };
};
const wanted = (more: Partial<DiceWanted> = {}): DiceWanted => ({
  title: "Red Heavy 1 → Blue Medium 2",
  sentence: { text: "Roll 14 or more with four dice." },
  rule: "FR-39",
  dice: [die(4, 6)],
  given: [],
  laid: 0,
  told: {},
  ...more,
});
const faces = (laid: Laid): (number | undefined)[] => laid.slots.map((slot) => slot?.face);
const typing = (laid: Laid, keys: string): Laid => [...keys].reduce((now, key) => type(now, key), laid);

describe("laying dice out", () => {
  test("keys go from slot to slot", () => {
    const laid = typing(begin(wanted(), []), "543");
    expect(faces(laid)).toEqual([5, 4, 3, undefined]);
    expect([laid.at, missing(laid), given(laid)]).toEqual([3, 1, [5, 4, 3]]);
  });

  test("in any order: a slot in the middle is filled, changed and taken back", () => {
    let laid = lay(goTo(begin(wanted(), []), 2), 6);
    expect([faces(laid), laid.at, given(laid)]).toEqual([[undefined, undefined, 6, undefined], 3, []]);
    laid = lay(goTo(lay(goTo(laid, 0), 1), 2), 5);
    expect(faces(laid)).toEqual([1, undefined, 5, undefined]);
    const back = takeBack(laid)!;
    expect([faces(back), back.at]).toEqual([[1, undefined, undefined, undefined], 2]);
    expect(takeBack(takeBack(back)!)).toBeNull();
  });

  test("a figure that could be longer waits, and the next key decides", () => {
    const twelve = begin(wanted({ dice: [die(3, 12)] }), []);
    expect(typing(twelve, "1").typed).toBe("1");
    expect(faces(typing(twelve, "12"))).toEqual([12, undefined, undefined]);
    expect(faces(typing(twelve, "19"))).toEqual([1, 9, undefined]);
    expect(faces(settled(typing(twelve, "1")))).toEqual([1, undefined, undefined]);
    expect(faces(typing(begin(wanted({ dice: [die(1, 100)] }), []), "79"))).toEqual([79]);
  });

  test("what no die shows is not laid", () => {
    expect(faces(typing(begin(wanted(), []), "7x0"))).toEqual([undefined, undefined, undefined, undefined]);
  });

  test("words are typed by their first letters, or by their number", () => {
    const words: DiceDue = { count: 2, faces: [1, 3], labels: ["miss", "hit"] };
    const laid = begin(wanted({ dice: [words] }), []);
    expect(faces(typing(laid, "hm"))).toEqual([3, 1]);
    expect(faces(typing(laid, "2"))).toEqual([3, undefined]);
  });

  test("two different dice have slots of their own", () => {
    const half: DiceDue = { count: 1, faces: [0, 1, 2, 3], labels: ["0", "1", "2", "3"] };
    expect(faces(typing(begin(wanted({ dice: [half, die(1, 6)] }), []), "056"))).toEqual([0, 6]);
  });

  test("a die that was rolled here stays, and so do those that lay beyond it", () => {
    const old = lay(goTo(lay(begin(wanted(), []), 6), 3), 2);
    const laid = begin(wanted({ given: [6, 5], laid: 2 }), [6, null], old);
    expect(faces(laid)).toEqual([6, 5, undefined, 2]);
    expect(laid.slots.map((slot) => slot?.here)).toEqual([false, true, undefined, false]);
    expect(given(laid)).toEqual([6, null]);
    expect(faces(lay(goTo(laid, 1), 1))).toEqual([6, 5, undefined, 2]);
  });

  test("the next roll begins anew, after the faces before it", () => {
    const laid = begin(wanted({ dice: [die(1, 6)], given: [4, 4], laid: 0 }), [4, null], begin(wanted(), []));
    expect(given(lay(laid, 6))).toEqual([4, null, 6]);
  });

  test("what the sum comes to is said by the referee", () => {
    const laid = typing(begin(wanted({ told: { "3:12": "12 so far." } }), []), "543");
    expect([toldOf(laid), toldOf(lay(laid, 1))]).toEqual(["12 so far.", ""]);
  });
});
