/** A direction as a sign in a text that has no room for a drawing: as it points on this screen. */
const SIGNS = ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"];
export const arrowOf = (bearing: number, quarters: number): string =>
  SIGNS[Math.round((((bearing + 90 * quarters) % 360) + 360) / 45) % 8]!;
