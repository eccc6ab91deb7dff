/** What a survey offers to the hand: orders made complete, dice chosen, the nearest thing. No rules in here. */
import { towIn } from "../api/orders";
import type { Aim, Band, Survey } from "../api/types";
import { chanceOf } from "../stage/odds";

/**
 * The survey as it looks with one die chosen. Each contour begins where a smaller die's ends, so a larger die buys all
 * that the smaller ones do; backwards stays apart and takes the chosen die too. What needs no die stays as it is.
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
    if (band.token === 0) apart.push(band);
    else if (band.reverse) apart.push({ ...band, token, order: chosen.order });
    else if (band.token <= token) {
      poses.push(...(band.poses ?? []));
      steps.push(...(band.steps ?? []));
      before.push(...(band.before ?? []));
    }
  }
  return { ...survey, bands: [{ ...chosen, poses, steps, before }, ...apart] };
}

/** What the unit can pull along. */
export const towsIn = ({ bands }: Survey): number[] => [...new Set(bands.map(towIn).filter((unit) => unit !== null))];
/** The survey with that in tow, or (null) without. */
export function withTow(survey: Survey, tow: number | null): Survey {
  const bands = survey.bands.filter((band) => towIn(band) === tow);
  return bands.length === survey.bands.length ? survey : { ...survey, bands };
}

/** How a unit is to fire: in which mode, with which choice of dice, and whether at walls too. Empty: as is usual. */
export interface Firing {
  readonly mode: string;
  readonly choice: string;
  readonly cells: boolean | null;
}

export const isOpen = (aim: Aim): boolean => !aim.preview.refusal;
export const isCell = (aim: Aim): boolean => aim.unit === null;
export const sameTarget = (one: Aim, other: Aim): boolean =>
  one.unit === other.unit && (one.cell ?? null) === (other.cell ?? null);

/** The mode with the best shot at a unit, else the first that is open. */
export function modeOf(survey: Survey, wanted: string): string {
  if (survey.modes.some(({ name, refusal }) => name === wanted && !refusal)) return wanted;
  const best = byChance(survey).find((aim) => isOpen(aim) && !isCell(aim));
  return best?.mode || (survey.modes.find(({ refusal }) => !refusal)?.name ?? "");
}

/** Whether cells are shown as targets: as was asked, else where a unit has nothing better. */
export function cellsShown(survey: Survey, { mode, cells }: Firing): boolean {
  return cells ?? !survey.aims.some((aim) => inMode(aim, modeOf(survey, mode)) && isOpen(aim) && !isCell(aim));
}
/** Whether there are cells to fire at in the mode. */
export function hasCells(survey: Survey, { mode }: Firing): boolean {
  return survey.aims.some((aim) => isCell(aim) && inMode(aim, modeOf(survey, mode)));
}
const inMode = (aim: Aim, mode: string): boolean => !aim.mode || !mode || aim.mode === mode;

/** The survey with one aim for each target that is shown: in the mode, with the choice of dice or else the better one. */
export function withFiring(survey: Survey, firing: Firing): Survey {
  if (survey.aims.every((aim) => !aim.mode && !aim.choice && !isCell(aim))) return survey;
  const mode = modeOf(survey, firing.mode);
  const cells = cellsShown(survey, firing);
  const shown = survey.aims.filter((aim) => inMode(aim, mode) && (cells || !isCell(aim)));
  const aims = shown.filter((aim) => {
    const rivals = shown.filter((other) => sameTarget(aim, other));
    return aim === (rivals.find(({ choice }) => choice === firing.choice) ?? rivals[0]);
  });
  const outlines = survey.outlines.filter((outline) => !outline.mode || outline.mode === mode);
  // What is veiled is out of the arc of the first way to fire.
  return { ...survey, aims, outlines, veil: mode === (survey.modes[0]?.name ?? mode) ? survey.veil : [] };
}

/** The choices of dice for what is aimed at, the better first. */
export function choicesOf(survey: Survey | null, aim: Aim): Aim[] {
  return (survey?.aims ?? []).filter((other) => sameTarget(aim, other) && other.mode === aim.mode && other.choice);
}

export function squaresIn(survey: Survey): number {
  const squares = new Set<number>();
  for (const band of survey.bands) for (const pose of band.poses ?? []) squares.add(pose >> 3);
  return squares.size;
}

export { chanceOf };

/** The targets, the best chance first, those that are refused last. */
export function byChance(survey: Survey): Aim[] {
  return [...survey.aims].sort((one, other) => (chanceOf(other) ?? -1) - (chanceOf(one) ?? -1));
}

/** All that is left to a unit is to turn its turret. */
export const isTurretOnly = (survey: Pick<Survey, "aims" | "bands" | "deeds"> | null): boolean =>
  survey !== null &&
  survey.bands.length + survey.aims.length === 0 &&
  survey.deeds.length > 0 &&
  survey.deeds.every(({ lays }) => lays !== null);
