/** What a free table needs; it comes with the first of them. */
export type Parts = typeof import("../free");
