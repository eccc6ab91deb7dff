/** A position of France 1944 to look at the board with. The figures in sample.json come from the referee, the position is invented. */
import type { Mark, Picture, Piece, Stroke, Survey, Terrain } from "../src/board/picture";
import json from "./sample.json";

interface Sample {
  terrain: Terrain;
  pieces: Piece[];
  barricades: Mark[];
  flags: Mark[];
  zones: Mark[];
  thread: Mark[];
  moving: Record<string, Survey>;
  shooting: Record<string, Survey>;
  veil: number[];
  spots: number[];
}
const sample = json as unknown as Sample;

export interface Situation {
  picture: Picture;
  surveys: Record<string, Survey>;
  selected: number | null;
  spots: number[];
  /** The units whose guns are veiled behind the beam, and the squares. */
  veils: Record<string, number[]>;
}

const todo = (surveys: Record<string, Survey>): { unit: number }[] =>
  Object.keys(surveys).map((unit) => ({ unit: Number(unit) }));
const { pieces, barricades, flags, zones, thread, moving, shooting } = sample;

export const terrain = sample.terrain;
export const situations: Record<string, Situation> = {
  moving: {
    picture: { pieces, marks: [...barricades, ...flags], tray: { todo: todo(moving) } },
    surveys: moving,
    selected: 7,
    spots: [],
    veils: {},
  },
  shooting: {
    picture: { pieces, marks: barricades, tray: { todo: todo(shooting) } },
    surveys: shooting,
    selected: 4,
    spots: [],
    veils: { 4: sample.veil },
  },
  flags: {
    picture: { pieces, marks: [...zones, ...barricades, ...flags, ...thread], tray: { todo: [] } },
    surveys: {},
    selected: null,
    spots: sample.spots,
    veils: {},
  },
};

export const shot: Stroke = {
  type: "shot",
  piece: 4,
  target: 14,
  outcome: "Destroyed",
  odds: null,
  cell: null,
  high: false,
};
