/** A direction as a sign in a text that has no room for a drawing: as it points on this screen. */
import { turnedBy } from "../stage/words";

const SIGNS = ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"];
export const arrowOf = (bearing: number, quarters: number): string =>
  SIGNS[Math.round(turnedBy(bearing, quarters) / 45) % 8]!;
