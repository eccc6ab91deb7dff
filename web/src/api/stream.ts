import type { Heartbeat, LineMessage, Notice, StreamError, StreamMessage } from "./types";

/** What of a WebSocket is used here, so that tests need no network. */
export interface Wire {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
}

export type Connection = "connecting" | "open" | "lost" | "ended";

export interface StreamEvents {
  line(line: LineMessage): void;
  notice?(notice: Notice): void;
  connection?(state: Connection): void;
  ended?(error: StreamError): void;
}

export interface StreamOptions {
  token: string;
  from: number;
  open: () => Wire;
  events: StreamEvents;
  /** A chance between 0 and 1, so that many clients do not come back at once. */
  chance?: () => number;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
/** Two heartbeats and a half: then nobody is there any more. */
export const SILENCE = 38_000;

/** Codes after which coming back is of no use. */
const FINAL = new Set(["auth/token", "auth/seat", "match/unknown"]);

/**
 * The lines of a match, each once and in their order, whatever the network does: it remembers which line is next and
 * asks from there whenever the connection was lost, a line is missing or nothing is heard.
 */
export class Stream {
  readonly #options: StreamOptions;
  #wire: Wire | null = null;
  #next: number;
  #tries = 0;
  #closed = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(options: StreamOptions) {
    this.#options = options;
    this.#next = options.from;
    this.#connect();
  }

  /** The position of the line that is waited for. */
  get next(): number {
    return this.#next;
  }

  /** Does not wait for the next try. */
  now(): void {
    if (this.#closed || this.#wire) return;
    this.#tries = 0;
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    this.#drop();
    clearTimeout(this.#retry);
  }

  #connect(): void {
    clearTimeout(this.#retry);
    this.#tell("connecting");
    let wire: Wire;
    try {
      wire = this.#options.open();
    } catch {
      this.#later();
      return;
    }
    this.#wire = wire;
    this.#listen();
    wire.onopen = () => {
      if (wire === this.#wire) wire.send(JSON.stringify({ token: this.#options.token, from: this.#next }));
    };
    wire.onmessage = (event) => {
      if (wire === this.#wire) this.#hear(String(event.data));
    };
    wire.onclose = () => {
      if (wire === this.#wire) this.#again();
    };
  }

  #hear(text: string): void {
    this.#listen();
    let message: StreamMessage;
    try {
      message = JSON.parse(text) as StreamMessage;
    } catch {
      this.#again();
      return;
    }
    if (message.type === "error") {
      this.#refused(message);
      return;
    }
    this.#tries = 0;
    this.#tell("open");
    if (message.type === "line") this.#line(message);
    else if (message.type === "heartbeat") this.#beat(message);
    else this.#options.events.notice?.(message);
  }

  #line(line: LineMessage): void {
    if (line.position < this.#next) return;
    if (line.position > this.#next) {
      this.#again();
      return;
    }
    this.#next += 1;
    this.#options.events.line(line);
  }

  #beat(beat: Heartbeat): void {
    if (beat.head > this.#next) this.#again();
  }

  #refused(error: StreamError): void {
    if (FINAL.has(error.error)) {
      this.#closed = true;
      this.#drop();
      this.#tell("ended");
      this.#options.events.ended?.(error);
    } else this.#again();
  }

  #listen(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#again(), SILENCE);
  }

  #again(): void {
    this.#drop();
    this.#later();
  }

  #later(): void {
    if (this.#closed) return;
    this.#tell("lost");
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#tries);
    this.#tries += 1;
    const chance = this.#options.chance ?? Math.random;
    this.#retry = setTimeout(() => this.#connect(), wait * (0.75 + chance() / 2));
  }

  #drop(): void {
    clearTimeout(this.#silence);
    const wire = this.#wire;
    this.#wire = null;
    if (!wire) return;
    wire.onopen = wire.onmessage = wire.onclose = null;
    try {
      wire.close();
    } catch {
      // It was closed already.
    }
  }

  #told: Connection | null = null;
  #tell(state: Connection): void {
    if (state === this.#told) return;
    this.#told = state;
    this.#options.events.connection?.(state);
  }
}

/** The address of a match's stream on the server that served this page. */
export function streamAddress(match: string, base: string): string {
  const url = new URL(`/api/matches/${encodeURIComponent(match)}/stream`, base);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url.href;
}
