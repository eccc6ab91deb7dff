/** What the hand points at, on any table. */
import { turretIn } from "../api/orders";
import type { Aim, Deed, Piece, Pose, Survey } from "../api/types";

/**
 * What the hand points at. A pose is driven to, a target (a unit or a cell) fired at, a deed done, a square chosen. Where several
 * ways lead to a pose one of them is meant, and a deed may follow at once: the turret that is laid there.
 */
export type Aimed =
  | { readonly kind: "pose"; readonly pose: number; readonly way?: number; readonly deed?: number }
  | { readonly kind: "target"; readonly unit: number | null; readonly cell?: number | null }
  | { readonly kind: "deed"; readonly at: number }
  | { readonly kind: "square"; readonly square: number };

export const sameAim = (a: Aimed | null, b: Aimed | null): boolean =>
  a?.kind === b?.kind &&
  (a?.kind !== "pose" ||
    (b?.kind === "pose" && a.pose === b.pose && (a.way ?? 0) === (b.way ?? 0) && a.deed === b.deed)) &&
  (a?.kind !== "target" || (b?.kind === "target" && a.unit === b.unit && (a.cell ?? null) === (b.cell ?? null))) &&
  (a?.kind !== "deed" || (b?.kind === "deed" && a.at === b.at)) &&
  (a?.kind !== "square" || (b?.kind === "square" && a.square === b.square));

/** The aim at a unit, or at a cell where there is none. */
export const aimAt = (
  survey: Survey | null | undefined,
  unit: number | null | undefined,
  cell: number | null = null,
): Aim | undefined =>
  unit === undefined ? undefined : survey?.aims.find((aim) => aim.unit === unit && (aim.cell ?? null) === cell);

/** The pieces as a deed would leave them; one that lays a turret names its eighths off the bow. */
export function ghostsOf(deed: Deed, pieces: readonly Piece[], unit: number): { piece: Piece; pose: Pose }[] {
  const laid = turretIn(deed) !== undefined ? pieces.find(({ id }) => id === unit) : undefined;
  if (laid?.pose) return [{ piece: withTurret(laid, deed), pose: laid.pose }];
  return deed.ghosts.flatMap(({ piece: id, pose }) => {
    const piece = pieces.find((one) => one.id === id);
    return piece ? [{ piece, pose }] : [];
  });
}

/** A piece with its turret laid as a deed says, in eighths off the bow. */
export function withTurret(piece: Piece, deed: Deed | undefined): Piece {
  const eighths = turretIn(deed);
  return eighths !== undefined ? { ...piece, parts: [{ name: "turret", bearing: eighths * 45 }] } : piece;
}
export const turretOf = ({ parts }: Piece): number => parts.find(({ name }) => name === "turret")?.bearing ?? 0;
