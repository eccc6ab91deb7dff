/** What a survey offers to the hand: orders made complete, dice chosen, the nearest thing. No rules in here. */
import type { Aim, Band, Order, Spots, Survey } from "../api/types";
import { mainOdds, numberOf } from "./words";

export function poseOrder(band: Band, pose: number): Order {
  return { ...band.order, square: pose >> 3, facing: pose & 7 };
}
export function spotOrder(spots: Spots, square: number): Order {
  return { ...spots.order, square };
}

/**
 * The survey as it looks with one die chosen. Each contour begins where a smaller die's ends, so a larger die buys all
 * that the smaller ones do; backwards stays apart and takes the chosen die too.
 */
export function withToken(survey: Survey, token: number | null): Survey {
  if (token === null) return survey;
  const chosen = survey.bands.find((band) => band.token === token && !band.reverse);
  if (!chosen) return survey;
  const poses: number[] = [];
  const steps: number[] = [];
  const before: number[] = [];
  const apart: Band[] = [];
  for (const band of survey.bands) {
    if (band.reverse) apart.push({ ...band, token, order: chosen.order });
    else if (band.token <= token) {
      poses.push(...(band.poses ?? []));
      steps.push(...(band.steps ?? []));
      before.push(...(band.before ?? []));
    }
  }
  return { ...survey, bands: [{ ...chosen, poses, steps, before }, ...apart] };
}

export function squaresIn(survey: Survey): number {
  const squares = new Set<number>();
  for (const band of survey.bands) for (const pose of band.poses ?? []) squares.add(pose >> 3);
  return squares.size;
}

export function bandOf(survey: Survey, pose: number): { band: Band; steps: number } | undefined {
  for (const band of survey.bands) {
    const at = band.poses?.indexOf(pose) ?? -1;
    if (at >= 0) return { band, steps: band.steps?.[at] ?? 0 };
  }
  return undefined;
}

export function chanceOf(aim: Aim): number | undefined {
  return aim.preview.odds ? numberOf(mainOdds(aim.preview.odds).chance) : undefined;
}

/** The targets, the best chance first, those that are refused last. */
export function byChance(survey: Survey): Aim[] {
  return [...survey.aims].sort((one, other) => (chanceOf(other) ?? -1) - (chanceOf(one) ?? -1));
}

export function sameOrder(one: Order, other: Order): boolean {
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key]);
}
