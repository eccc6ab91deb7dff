/** The goal of the battle in two short lines: how it stands, and what about. Where both sides have the same goal it is one score. */
export function goalWords(goals: readonly [string, string]): { score: string; words: string } | null {
  const [red, blue] = goals.map((goal) => /^(\d+) of (\d+) (.+?)(?:, (\d+) points)?$/.exec(goal));
  if (!red || !blue) return null;
  if (red[4] !== undefined && blue[4] !== undefined) return { score: `${red[4]} : ${blue[4]}`, words: "points" };
  return red[3] === blue[3] ? { score: `${red[1]} : ${blue[1]}`, words: red[3]! } : null;
}
