/**
 * The client's own keeper, as it was built, listens to games that were played elsewhere.
 *
 * node listen.mjs ATTEND GAMES: what each ear heard and did, one a line; prints what each keeper has found.
 */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [attend, games] = process.argv.slice(2);
const { Attendant } = await import(pathToFileURL(attend).href);
const ACCEPTED = { status: "accepted", head: 0, played: 0, refusal: null };

/** One who listens, with a page that may be opened again, or twice. */
class Ear {
  constructor({ side, first, deposit, forked }) {
    this.side = side;
    this.first = first;
    this.lines = [];
    this.posted = [];
    this.kept = { secret: "", shown: {}, seen: null, open: false, over: false, deposit, agreed: false, renewed: -1 };
    Object.assign(this.kept, { sent: [], stands: false, strange: 0, forked, asked: 0, asking: false });
    Object.assign(this.kept, { alarm: "", forgiven: "" });
    this.pages = [this.open()];
  }

  open() {
    const table = {
      view: async () => ({
        ...{ side: this.side, both: false, head: this.lines.length, offers: [], bots: [null, null], standing: null },
        dice: { kept: ["seat", "seat"], number: 0, call: null, asked: [0, 0] },
      }),
      first: async () => this.first,
      allLines: async (from, to) => this.lines.slice(from, to),
      keys: async (body) => (this.posted.push(body), ACCEPTED),
      orders: async () => ACCEPTED,
      act: async () => ACCEPTED,
      standing: async () => ACCEPTED,
    };
    const shelf = {
      read: () => this.kept,
      write: (kept) => void (this.kept = kept),
      claim: () => undefined,
      mine: () => this.kept.secret !== "",
    };
    return { attendant: new Attendant(table, () => shelf), table };
  }

  async do(event) {
    const { attendant, table } = this.pages[0];
    if ("secret" in event) this.kept = { ...this.kept, secret: event.secret };
    if ("orders" in event) await table.orders({ id: `${this.lines.length}`, ...event });
    if ("agree" in event) await table.act({ id: "", position: 0, act: "offer-keys" });
    if ("reload" in event) this.pages = [this.open()];
    if ("tab" in event) this.pages = [this.open(), ...this.pages].slice(0, 2);
    if ("line" in event) {
      this.lines.push(event.line);
      for (const page of this.pages) page.attendant.hear(JSON.stringify({ type: "line", ...event.line }));
    }
    for (const page of this.pages) await page.attendant.pump();
    return attendant;
  }
}

for (const row of readFileSync(games, "utf8").trimEnd().split("\n")) {
  const game = JSON.parse(row);
  const ear = new Ear(game);
  for (const event of game.events) await ear.do(event);
  const { checker, alarm, kept } = ear.pages[0].attendant.keeper;
  const links = ear.posted.filter((body) => body.link).map((body) => body.link);
  const told = { alarm, strange: kept.strange, rolls: checker.rolls, hash: checker.hashes.at(-1), links };
  process.stdout.write(`${JSON.stringify(told)}\n`);
}
