/** The first-run hints (UX.md, section 7): each shown once, one at a time, beside what it speaks of. */
export interface Sight {
  /** It is this person's choice, on the table and not beside it. */
  readonly mine: boolean;
  readonly left: number;
  readonly chosen: boolean;
  readonly reach: boolean;
  readonly ghost: boolean;
  readonly dice: number;
  readonly undoable: boolean;
  readonly moved: boolean;
  readonly targets: boolean;
  readonly aimed: boolean;
  readonly phone: boolean;
  /** A window is open to this person. */
  readonly window: boolean;
  /** A model on a free table can be pulled. */
  readonly pull?: boolean;
}
export interface Hint {
  readonly id: string;
  readonly sentence: string;
  /** What it stands beside, as a selector; the first that is there. */
  readonly at: string;
  readonly when: (sight: Sight) => boolean;
}

export const HINTS: readonly Hint[] = [
  {
    id: "choose",
    sentence: "Your pieces have a light rim. Choose one.",
    at: ".piece:has(.ready)",
    when: ({ mine, left, chosen }) => mine && left > 0 && !chosen,
  },
  {
    id: "window",
    sentence: "You may shoot during the enemy's move. Standing orders save you the asking.",
    at: ".standing",
    when: ({ window }) => window,
  },
  {
    id: "reach",
    sentence: "Every lit square is in reach; the numbers are steps.",
    at: ".reach .steps",
    when: ({ reach, ghost }) => reach && !ghost,
  },
  {
    id: "pull",
    sentence: "Press a model and pull: it turns and drives as far as it may. Hold still for a corner.",
    at: ".piece:has(.chosen)",
    when: ({ pull, ghost }) => pull === true && !ghost,
  },
  {
    id: "tap",
    sentence: "Tap aims, a second tap does it.",
    at: ".piece.ghost",
    when: ({ phone, ghost }) => phone && ghost,
  },
  { id: "face", sentence: "Press and pull to choose the facing.", at: ".piece.ghost", when: ({ ghost }) => ghost },
  {
    id: "die",
    sentence: "The smallest die that reaches was taken. Click another to swap.",
    at: ".tray",
    when: ({ ghost, dice }) => ghost && dice > 1,
  },
  {
    id: "undo",
    sentence: "Changed your mind? Z.",
    at: ".buttons .undo",
    when: ({ mine, undoable, moved }) => mine && undoable && moved,
  },
  {
    id: "end",
    sentence: "When you are done: End movement.",
    at: ".buttons .end",
    when: ({ mine, moved, chosen }) => mine && moved && !chosen,
  },
  {
    id: "badge",
    sentence: "The badge is the exact chance. Rest on it for the sum.",
    at: ".badges .open",
    when: ({ targets, aimed }) => targets && !aimed,
  },
  { id: "rule", sentence: "Every grey tag is a rule. Click it.", at: ".prompt .rule", when: ({ aimed }) => aimed },
];

/** The first hint that fits and was not seen yet. */
export function hintFor(seen: string, sight: Sight): Hint | undefined {
  const known = seen.split(" ");
  return HINTS.find(({ id, when }) => !known.includes(id) && when(sight));
}
export const andSeen = (seen: string, id: string): string =>
  [...new Set([...seen.split(" "), id])].filter(Boolean).join(" ");
