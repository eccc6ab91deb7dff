/** What a hand does on a board of squares or hexes. */
import type { Tool as ToolRow } from "../tools";

export type Tool = "brush" | "rectangle" | "line" | "fill" | "pick" | "sight" | "measure" | "hand";
export const TOOLS: readonly ToolRow<Tool>[] = [
  { id: "brush", word: "Brush", key: "B", d: "M12 3 17 8 10 14 6 10ZM6 10 4 17 10 14" },
  { id: "rectangle", word: "Rectangle", key: "R", d: "M3 5H17V15H3Z" },
  { id: "line", word: "Line", key: "L", d: "M4 16 16 4M3 13V17H7M13 3H17V7" },
  { id: "fill", word: "Fill", key: "G", d: "M9 3 16 10 9 16 3 10ZM17 12C19 15 18 17 17 17S15 15 17 12Z" },
  { id: "pick", word: "Pick", key: "I", d: "M11 9 4 16V17H5L12 10M10 6 15 11M12 4 17 9 14 11 9 7Z" },
  {
    id: "sight",
    word: "Sight",
    key: "E",
    d: "M2 10C5 5 15 5 18 10C15 15 5 15 2 10ZM10 7.500A2.500 2.500 0 1 1 9.990 7.500Z",
  },
  { id: "measure", word: "Measure", key: "M", d: "M3 13 13 3 17 7 7 17ZM6 10 8 12M9 7 11 9M12 4.500 13.500 6" },
  {
    id: "hand",
    word: "Hand",
    key: "H",
    d: "M6 11V6A1 1 0 0 1 8 6V10M8 10V4A1 1 0 0 1 10.500 4V10M10.500 10V5A1 1 0 0 1 13 5V11M13 11V7A1 1 0 0 1 15 7V12C15 16 13 18 10 18S5 16 3 11A1 1 0 0 1 6 11",
  },
];
export const PAINTS: readonly Tool[] = ["brush", "rectangle", "line", "fill"];
