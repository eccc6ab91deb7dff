/** Words for outcomes. */
import { say } from "../language/language";

export const outcomeWord = (outcome: string): string => (outcome === "nothing" ? say("no effect") : outcome);
