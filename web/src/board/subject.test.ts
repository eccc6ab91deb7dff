/** What the camera is to show of a board: announced shots, and where a piece can be put that stands beside it. */
import { expect, test } from "vitest";
import type { Mark, Survey } from "../api/types";
import { piece, picture, POSE, SURVEY, TERRAIN } from "../match/fake";
import { Camera } from "../stage/camera.svelte";
import { Film } from "../stage/film.svelte";
import { BoardHand } from "./hand.svelte";
import { Scenery, type Scene } from "./scenery.svelte";
import { BoardSubject, targetPins } from "./subject";

function hand(survey: Survey, over: Partial<Scene>): BoardHand {
  const scene = { terrain: TERRAIN, picture: picture(), selected: survey.unit, survey, ...over };
  const scenery = new Scenery(scene, new Film(), () => 0);
  const camera = new Camera(() => ({ sheet: scenery.layout, unit: 52, models: false }));
  [camera.width, camera.height] = [900, 700];
  return new BoardHand(scenery, camera, { get: () => null, set: () => undefined }, {}, {});
}
const shot: Mark = { kind: "shot", at: [{ x: 0, y: 0 }, { x: 5, y: 0 }], sentence: "", rule: "", side: 0 }; // prettier-ignore
const centre = (one: BoardHand, ...squares: number[]): unknown => squares.map(one.scenery.layout.centre);

test("the target of an announced shot is shown with its gun, and has a pin where it cannot be", () => {
  const announced = hand(SURVEY, { picture: picture({ marks: [shot] }) });
  expect(new BoardSubject(announced).points()).toEqual(centre(announced, 0, 5));
  expect(targetPins(announced).map(({ id, name }) => [id, name])).toEqual([
    [1, "L1"],
    [0, "L0"],
  ]);
  const other = hand({ ...SURVEY, unit: 1 }, { picture: picture({ marks: [shot] }) });
  expect(targetPins(other).map(({ name }) => name)).toEqual(["L1"]);
});

test("for a piece beside the board it is where it can be put, the middle first", () => {
  const poses = [0, 1, 2].map((square) => square << 3);
  const band = { name: "deploy", rule: "r", poses, template: { type: "Deploy", unit: 0, ...POSE } };
  const beside = picture({ pieces: [piece(0, 0, null), piece(1, 1, 5, 0)] });
  const placing = hand({ ...SURVEY, bands: [band as never] }, { picture: beside });
  const subject = new BoardSubject(placing);
  expect(subject.unit).toBe(0);
  expect(subject.points()[0]).toEqual((centre(placing, 1) as unknown[])[0]);
  expect(new BoardSubject(hand(SURVEY, { picture: beside })).unit).toBeNull();
});
