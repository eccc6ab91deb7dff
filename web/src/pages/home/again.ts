/** The last set-up once more. */
import type { NewMatch } from "../../api/types";
import { capital } from "../../match/words";
import { say } from "../../language/language";

/** With the sides swapped, where one of them is yours; a ready opening is yours as it stands. */
export function swapped(wish: NewMatch): NewMatch {
  const { side } = wish;
  if (wish.opening || wish.opponent === "hotseat" || (side !== 0 && side !== 1)) return wish;
  return { ...wish, side: side ? 0 : 1 };
}

/** "Crossroads again, sides swapped, against Planner, veteran". */
export function againWords(wish: NewMatch, title: string): string {
  const sides = swapped(wish) === wish ? "" : say(", sides swapped");
  const bot = capital((wish.bot ?? "greedy").replace("/", ", "));
  const against =
    wish.opponent === "friend"
      ? say(", against a friend by link")
      : wish.opponent === "hotseat"
        ? say(", two at this screen")
        : say(", against {name}", { name: bot });
  return `${say("{battle} again", { battle: title || say("The last battle") })}${sides}${against}`;
}
