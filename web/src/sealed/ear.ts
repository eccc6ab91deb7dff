import type { Wire } from "../api/stream";

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
