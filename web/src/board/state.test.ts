import { describe, expect, test } from "vitest";
import type { Aim, Band, Piece, Survey } from "./picture";
import {
  aimAfter,
  apart,
  bestPose,
  canDo,
  contours,
  cursorFrom,
  facingsAt,
  meant,
  nearestFacing,
  pieceOn,
  poseOf,
  readReach,
  stopAt,
  turnedPose,
  wayTo,
  type Situation,
} from "./state";
import { chanceOf, percent } from "../stage/odds";
import { sameAim } from "../stage/aims";

const COLUMNS = 10;
const START = poseOf(55, 0);

function band(name: string, token: number, stops: [pose: number, steps: number, before: number][]): Band {
  return {
    name,
    token,
    rule: "FR-22",
    order: { type: "Move", die: token },
    poses: stops.map(([pose]) => pose),
    steps: stops.map(([, steps]) => steps),
    before: stops.map(([, , before]) => before),
  };
}
/** One square up with the 3, and turned there; two squares up with the 5; one square back. */
const THREE = band("with the 3", 3, [
  [poseOf(45, 0), 1, START],
  [poseOf(45, 1), 2, poseOf(45, 0)],
  [poseOf(45, 7), 2, poseOf(45, 0)],
]);
const FIVE = band("with the 5", 5, [
  [poseOf(35, 0), 3, poseOf(45, 0)],
  [poseOf(45, 2), 3, poseOf(45, 1)],
]);
const BACK = { ...band("back, the whole move", 3, [[poseOf(65, 0), 1, START]]), reverse: true };
const survey: Survey = {
  unit: 1,
  bands: [FIVE, THREE, BACK],
  aims: [],
  veil: [],
  modes: [],
  deeds: [],
  outlines: [],
  refusal: null,
  move: null,
  puts: [],
  entry: null,
  done: "",
  stays: null,
};

/** The same square with something in tow, which ends on one of two. */
const towed: Survey = {
  ...survey,
  bands: [55, 44].map((trail, k) => ({ ...band("in tow", 2 + k, [[poseOf(45, 0), 1, START]]), trails: [trail] })),
};

function piece(id: number, square: number, wreck = false): Piece {
  return {
    id,
    wreck,
    silhouette: "medium",
    side: 0,
    label: "M1",
    name: "Medium 1",
    parts: [],
    badges: [],
    footing: null,
    pose: { x: square % COLUMNS, y: Math.floor(square / COLUMNS), bearing: 0 },
  };
}
const aim = (unit: number, odds?: Record<string, string>): Aim => ({
  unit,
  order: { type: "Fire" },
  preview: odds ? { odds } : { refusal: { rule: "FR-37", sentence: "No sight" } },
  word: odds ? "50 %" : "no sight",
});
function situation(given: Partial<Situation> = {}): Situation {
  return { pieces: [], columns: COLUMNS, survey, reach: readReach(survey), spots: new Set(), ...given };
}

describe("reach", () => {
  const reach = readReach(survey);

  test("takes the smallest token that covers a pose", () => {
    expect(reach.stops.get(poseOf(45, 0))?.band).toBe(THREE);
    expect(reach.stops.get(poseOf(45, 2))?.band).toBe(FIVE);
  });

  test("takes the way forwards where the way back costs the same", () => {
    const both = readReach({ ...survey, bands: [{ ...BACK, poses: [poseOf(45, 0)] }, THREE] });
    expect(both.stops.get(poseOf(45, 0))?.band).toBe(THREE);
  });

  test("follows a way from pose to pose, across bands", () => {
    expect(wayTo(reach, poseOf(35, 0))).toEqual([START, poseOf(45, 0), poseOf(35, 0)]);
    expect(wayTo(reach, poseOf(45, 2))).toEqual([START, poseOf(45, 0), poseOf(45, 1), poseOf(45, 2)]);
  });

  test("a way of one step begins where the unit stands, though another band leads back there", () => {
    const round = band("3 steps", 1, [
      [poseOf(45, 2), 1, START],
      [poseOf(55, 4), 2, poseOf(45, 2)],
      [START, 3, poseOf(55, 4)],
    ]);
    const both = readReach({ ...survey, bands: [band("one step", 0, [[poseOf(46, 1), 1, START]]), round] });
    expect(wayTo(both, poseOf(46, 1))).toEqual([START, poseOf(46, 1)]);
  });

  test("ends a way that runs in a circle", () => {
    const circle = readReach({
      ...survey,
      bands: [
        band("odd", 1, [
          [8, 1, 16],
          [16, 1, 8],
        ]),
      ],
    });
    expect(wayTo(circle, 8)).toEqual([16, 8]);
  });

  test("knows the facings of a square, the cheapest first", () => {
    expect(facingsAt(reach, 45)).toEqual([0, 1, 7, 2]);
    expect(bestPose(reach, 45)).toBe(poseOf(45, 0));
    expect(bestPose(reach, 44)).toBeUndefined();
  });

  test("turns to what can be had, past what cannot", () => {
    expect(turnedPose(reach, poseOf(45, 2), 1)).toBe(poseOf(45, 7));
    expect(turnedPose(reach, poseOf(45, 0), -1)).toBe(poseOf(45, 7));
    expect(turnedPose(reach, poseOf(35, 0), 1)).toBe(poseOf(35, 0));
  });

  test("gives the facing nearest to a pull, round the top too", () => {
    expect(nearestFacing(reach, 45, 3.4)).toBe(2);
    expect(nearestFacing(reach, 45, 7.8)).toBe(0);
    expect(nearestFacing(reach, 45, 7.2)).toBe(7);
    expect(nearestFacing(reach, 44, 0)).toBeUndefined();
  });

  test("draws each contour round all that the token covers, the way back apart", () => {
    const drawn = contours(reach);
    expect(drawn.map(({ band }) => band.name)).toEqual(["with the 3", "back, the whole move", "with the 5"]);
    expect(drawn.map(({ own }) => [...own])).toEqual([[45], [65], [35]]);
    expect(drawn.map(({ covered }) => [...covered])).toEqual([[45], [65], [45, 35]]);
  });

  test("is empty without a survey", () => {
    expect(readReach(null).squares.size).toBe(0);
  });
});

describe("a hand", () => {
  test("means the target before the square, and the square before the pose", () => {
    const there = situation({
      pieces: [piece(4, 45)],
      survey: { ...survey, aims: [aim(4, { destroyed: "1/2" })] },
      spots: new Set([45, 35]),
    });
    expect(meant(there, 45)).toEqual({ kind: "target", unit: 4 });
    expect(meant(there, 35)).toEqual({ kind: "square", square: 35 });
    expect(meant(situation(), 35)).toEqual({ kind: "pose", pose: poseOf(35, 0) });
    expect(meant(situation(), 11)).toBeNull();
  });

  test("can drive where a band leads, by every way that leads there", () => {
    expect(stopAt(readReach(survey), poseOf(45, 2))?.band).toBe(FIVE);
    expect([
      canDo(situation(), { kind: "pose", pose: poseOf(45, 2) }),
      canDo(situation(), { kind: "pose", pose: 1 }),
    ]).toEqual([true, false]);
    const there = situation({ survey: towed, reach: readReach(towed) });
    const pose = poseOf(45, 0);
    expect([0, 1, 2].map((way) => stopAt(there.reach, pose, way)?.trail)).toEqual([55, 44, undefined]);
    expect([1, 2].map((way) => canDo(there, { kind: "pose", pose, way }))).toEqual([true, false]);
  });

  test("goes back in the gear that it came in", () => {
    const both = readReach({
      ...survey,
      bands: [
        THREE,
        FIVE,
        {
          ...FIVE,
          reverse: true,
          poses: [poseOf(35, 0), poseOf(45, 0)],
          before: [poseOf(45, 0), poseOf(65, 0)],
          steps: [2, 1],
        },
      ],
    });
    expect(wayTo(both, poseOf(35, 0), 1)).toEqual([poseOf(65, 0), poseOf(45, 0), poseOf(35, 0)]);
    expect(wayTo(both, poseOf(35, 0))[0]).toBe(START);
  });

  test("cannot commit a shot that is refused", () => {
    const there = situation({ survey: { ...survey, aims: [aim(4), aim(5, { destroyed: "1/2" })] } });
    expect([4, 5, 6].map((unit) => canDo(there, { kind: "target", unit }))).toEqual([false, true, false]);
  });

  test("knows whether it still points at the same", () => {
    expect(sameAim({ kind: "pose", pose: 3 }, { kind: "pose", pose: 3 })).toBe(true);
    expect(sameAim({ kind: "pose", pose: 3 }, { kind: "target", unit: 3 })).toBe(false);
    expect(sameAim(null, null)).toBe(true);
    expect(sameAim(null, { kind: "square", square: 1 })).toBe(false);
  });
});

test("what stands is met before the wreck beneath it", () => {
  expect(pieceOn([piece(1, 5, true), piece(2, 5)], 5, COLUMNS)?.id).toBe(2);
});

test("facings are apart the short way round", () => {
  expect([apart(0, 7), apart(1, 5), apart(3, 3)]).toEqual([1, 4, 0]);
});

test("a chance says 0 or 100 only when it is certain", () => {
  expect([0, 5 / 8, 0.5, 1, 0.99999, 0.00001].map(percent)).toEqual([
    "0 %",
    "62.5 %",
    "50 %",
    "100 %",
    "> 99.9 %",
    "< 0.1 %",
  ]);
});

test("a badge shows the chance of destroying, else of the first effect", () => {
  expect(chanceOf(aim(1, { nothing: "1/8", damaged: "1/4", destroyed: "5/8" }))).toBe(5 / 8);
  expect(chanceOf(aim(1, { nothing: "3/4", sunk: "1/4" }))).toBe(1 / 4);
  expect(chanceOf(aim(1, { nothing: "1" }))).toBe(0);
  expect(chanceOf(aim(1))).toBeUndefined();
});

describe("when the situation changes", () => {
  const pose = poseOf(45, 0);
  const nothing = situation({ survey: null, reach: readReach(null) });

  test("a survey that comes aims at what the cursor or the pointer is on", () => {
    expect(aimAfter(nothing, null, 45)).toBeNull();
    expect(aimAfter(situation(), null, 45)).toEqual({ kind: "pose", pose });
    expect(aimAfter(situation(), null, 99)).toBeNull();
    expect(aimAfter(situation(), null, null)).toBeNull();
  });

  test("an aim stays as long as it stands, wherever the pointer is", () => {
    const turned = { kind: "pose", pose: poseOf(45, 1) } as const;
    expect(aimAfter(situation(), turned, 35)).toBe(turned);
    expect(aimAfter(nothing, turned, 35)).toBeNull();
  });

  test("keys begin at the cursor, and under the pointer only where that moved last", () => {
    expect(cursorFrom(true, 7, 8, 9)).toBe(7);
    expect(cursorFrom(false, 7, 8, 9)).toBe(8);
    expect(cursorFrom(false, 7, null, 9)).toBe(7);
    expect(cursorFrom(false, null, null, 9)).toBe(9);
  });
});
