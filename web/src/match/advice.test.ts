import { expect, test } from "vitest";
import { adviceFor } from "./advice";

const BOOK = { advice: { movement: "Go round.", window: "Wait." } };

test("there is advice for one's own choices, by the phase, and in a window for the window", () => {
  expect(adviceFor(BOOK, { phase: "movement", window: "" }, true)).toBe("Go round.");
  expect(adviceFor(BOOK, { phase: "movement", window: "opportunity" }, true)).toBe("Wait.");
  expect(adviceFor(BOOK, { phase: "deployment", window: "" }, true)).toBeUndefined();
  expect(adviceFor(BOOK, { phase: "movement", window: "" }, false)).toBeUndefined();
  expect(adviceFor(null, { phase: "movement", window: "" }, true)).toBeUndefined();
});
