import { expect, test } from "vitest";
import { routeOf } from "./route";

test.each([
  ["", { page: "home" }],
  ["#/", { page: "home" }],
  ["#/new", { page: "new", book: "", scenario: "", part: "" }],
  ["#/new/crossroads", { page: "new", book: "", scenario: "crossroads", part: "" }],
  ["#/new/squadron/duel", { page: "new", book: "squadron", scenario: "duel", part: "" }],
  ["#/new/squadron/duel/armies", { page: "new", book: "squadron", scenario: "duel", part: "armies" }],
  ["#/new/squadron/duel/attic", { page: "new", book: "squadron", scenario: "duel", part: "" }],
  ["#/play/core", { page: "play", book: "core" }],
  ["#/play", { page: "unknown", path: "play" }],
  ["#/match/abc", { page: "match", match: "abc" }],
  ["#/replay", { page: "replays" }],
  ["#/replay/abc", { page: "replay", match: "abc", position: null }],
  ["#/replay/abc/17", { page: "replay", match: "abc", position: 17 }],
  ["#/replay/abc/-1", { page: "replay", match: "abc", position: null }],
  ["#/watch/abc/tok%2F1", { page: "watch", match: "abc", token: "tok/1", position: null }],
  ["#/watch/abc/tok/17", { page: "watch", match: "abc", token: "tok", position: 17 }],
  ["#/seat/abc/t", { page: "seat", match: "abc", token: "t" }],
  ["#/invitation/t-_9", { page: "invitation", token: "t-_9" }],
  ["#/rules/france1944/FR-37", { page: "rules", book: "france1944", rule: "FR-37" }],
  ["#/match", { page: "unknown", path: "match" }],
  ["#/%E0%A4%A", { page: "unknown", path: "%E0%A4%A" }],
])("%j leads to its page", (hash, route) => expect(routeOf(hash)).toEqual(route));
