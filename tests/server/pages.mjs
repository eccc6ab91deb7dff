/**
 * The pages of games, without a screen: the client's own store, outbox and stream play each to its end.
 *
 * node --experimental-websocket pages.mjs MODULES < GAMES: where the modules of the client are, and the games as a list of
 * {base, match, tokens}. Prints of each what its pages show at the end, and what they were answered.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [modules] = process.argv.slice(2);
const read = (name) => import(pathToFileURL(join(modules, `${name}.js`)).href);
const [{ MatchStore }, { Api }, { streamAddress }, { filled }] = await Promise.all(
  ["store", "client", "stream", "template"].map(read),
);
const pause = (milliseconds) => new Promise((over) => setTimeout(over, milliseconds));

/** Somebody at a page, who opens it again when it says that it could not be opened. */
class Page {
  constructor({ base, match, tokens }, side) {
    this.side = side;
    this.base = base;
    this.match = match;
    this.token = tokens[side];
    this.accepted = [];
    this.seen = []; // when it knew of how many lines
    this.open();
  }

  open() {
    const api = new Api((path, init) => fetch(this.base + path, init));
    const open = () => {
      const wire = new WebSocket(streamAddress(this.match, this.base));
      // A browser always says that it is closed; node does not, where it was never open.
      wire.addEventListener("error", () => wire.onclose?.());
      return wire;
    };
    this.store = new MatchStore(api.table(this.match, this.token), { open, speed: () => "instant", atOnce: true });
    this.store.subscribe(({ head }) => {
      for (let at = this.seen.length; at <= head; at++) this.seen.push(performance.now());
    });
    void this.store.open();
  }

  get state() {
    return this.store.state;
  }
  get over() {
    const { result, position, head, log } = this.state;
    return result !== null && position >= head && log.length > 0;
  }
  get ready() {
    const { picture, position, head, playing, waiting, sending } = this.state;
    return picture !== null && !playing && waiting === 0 && position >= head && !sending && this.store.mine;
  }

  async play() {
    while (!this.over) {
      if (this.state.trouble) {
        this.store.close();
        await pause(200);
        this.open();
      } else if (this.ready) await this.press();
      await pause(5);
    }
    // The log may begin where the page was opened again; its beginning is asked for until it comes.
    while (this.state.log[0].position > 0) {
      await this.store.recall();
      await pause(50);
    }
  }

  async press() {
    const order = await this.order();
    const answer = order && (await this.store.order(order));
    if (answer?.status === "accepted") this.accepted.push([answer.head, answer.played]);
    else if (answer?.status === "refused") throw new Error(answer.refusal.sentence);
  }

  /** What can be ordered now: a button, a place for the next piece, a deed, or a step; none, where nobody answers. */
  async order() {
    const { tray, pieces } = this.state.picture;
    for (const { order } of tray.buttons) return order;
    for (const { order, cells } of tray.spots) return filled(order, { cell: cells[0] });
    for (const { order } of tray.plan?.rows ?? []) if (order) return order;
    for (const piece of pieces.filter(({ pose, side }) => pose === null && side === tray.side)) {
      const band = (await this.store.surveyOf(piece.id))?.bands[0];
      return band && filled(band.order, { cell: band.poses[0] >> 3, facing: band.poses[0] & 7 });
    }
    for (const { unit } of tray.todo) {
      const survey = await this.store.surveyOf(unit);
      if (!survey) return null;
      for (const { order } of survey.deeds) return order;
      const poses = new Set(survey.bands.flatMap((band) => band.poses));
      for (const band of survey.bands)
        for (const [at, before] of band.before.entries()) if (!poses.has(before)) return band.strides[at];
    }
    return null;
  }
}

/** For how long one page knew of a line, and the other did not. */
const late = ([one, other]) =>
  Math.max(0, ...one.seen.map((when, at) => Math.abs(when - (other.seen[at] ?? when))));

async function play(game) {
  const pages = [0, 1].map((side) => new Page(game, side));
  await Promise.all(pages.map((page) => page.play()));
  for (const { store } of pages) store.close();
  return {
    head: pages[0].state.head,
    accepted: pages.flatMap(({ accepted }) => accepted),
    late: late(pages),
    pages: pages.map(({ state }) => ({ positions: state.log.map(({ position }) => position), picture: state.picture })),
  };
}

const games = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(await Promise.all(games.map(play))));
process.exit(0);
