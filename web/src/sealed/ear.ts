/** Ears at a table: what comes in, and what goes out. */

import type { Table } from "../api/client";
import type { Wire } from "../api/stream";
import type { ActBody, OrdersBody } from "../api/types";

/** A wire with an ear at it, which hears every message before whoever uses the wire. */
export function overheard(wire: Wire, ear: (text: string) => void): Wire {
  const outer: Wire = {
    send: (text) => wire.send(text),
    close: () => wire.close(),
    onopen: null,
    onmessage: null,
    onclose: null,
  };
  wire.onopen = () => outer.onopen?.();
  wire.onmessage = (event) => {
    ear(String(event.data));
    outer.onmessage?.(event);
  };
  wire.onclose = () => outer.onclose?.();
  return outer;
}

export type Outgoing = { readonly orders: OrdersBody } | { readonly act: ActBody } | "standing";

/** An ear for what a seat sends. It hears it before it goes out, and what went out before the ear was there. */
export class Outward {
  #ear: ((sent: Outgoing) => void) | null = null;
  readonly #early: Outgoing[] = [];

  constructor(table: Table) {
    const { orders, act, standing } = table;
    table.orders = (body) => (this.#tell({ orders: body }), orders(body));
    table.act = (body) => (this.#tell({ act: body }), act(body));
    table.standing = (body) => (this.#tell("standing"), standing(body));
  }

  listen(ear: (sent: Outgoing) => void): void {
    this.#ear = ear;
    this.#early.splice(0).forEach(ear);
  }

  #tell(sent: Outgoing): void {
    if (this.#ear) this.#ear(sent);
    else this.#early.push(sent);
  }
}
