import { expect, test } from "vitest";
import { ownBattle, thinking } from "./words";

test("a bot that has a time for its turn is said to think once it takes a while", () => {
  const bots = [
    { name: "greedy", sentence: "", levels: {}, personalities: {} },
    { name: "planner", sentence: "", levels: { veteran: 1, ace: 5 }, personalities: {} },
  ];
  expect(thinking("planner:ace+cautious", 2, bots)).toBe("thinking, 2 s of 5");
  expect(thinking("planner:ace", 0, bots)).toBe("");
  expect(thinking("greedy", 3, bots)).toBe("");
  expect(thinking(null, 3, bots)).toBe("");
});

test("a battle that is none of the book's is told by the name of its file", () => {
  expect(ownBattle("mill-race")).toBe("Mill race");
  expect(ownBattle("")).toBe("");
});
