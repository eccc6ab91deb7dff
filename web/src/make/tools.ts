/** What a hand does on what is drawn: one letter each. */
export interface Tool<Id extends string> {
  readonly id: Id;
  readonly word: string;
  readonly key: string;
  /** Its drawing, 20 × 20. */
  readonly d: string;
}
