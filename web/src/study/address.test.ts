import { expect, it } from "vitest";
import { pageOf } from "./address";

it("games, orders and questions have addresses, and what is no number is no order", () => {
  expect(pageOf("study")).toEqual({ name: "study" });
  expect(pageOf("study/a%20b/62")).toEqual({ name: "analysis", match: "a b", order: 62 });
  expect(pageOf("study/a/x")).toEqual({ name: "analysis", match: "a", order: null });
  expect(pageOf("odds/core?fires=a&at=b")).toEqual({ name: "odds", book: "core", asked: "fires=a&at=b" });
  expect(pageOf("compare?one=a&other=b")).toEqual({ name: "compare", asked: "one=a&other=b" });
  expect(pageOf("study/a/board")).toEqual({ name: "board", match: "a", at: null, branch: "" });
  expect(pageOf("study/a/board/12/b")).toEqual({ name: "board", match: "a", at: 12, branch: "b" });
  expect(pageOf("study/open/1.3.abc")).toEqual({ name: "open", link: "1.3.abc" });
  expect(pageOf("odds")).toEqual({ name: "odds", book: "", asked: "" });
  expect(pageOf("study/%E0")).toEqual({ name: "analysis", match: "%E0", order: null });
});
