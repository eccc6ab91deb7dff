/** Keeps the screen awake while dice are rolled beside it, where the browser allows it. */
export function awake(_: HTMLElement): { destroy(): void } {
  const { wakeLock } = navigator as Navigator & { wakeLock?: WakeLock };
  let held: WakeLockSentinel | undefined;
  let over = false;
  void wakeLock?.request("screen").then(
    (lock) => (over ? void lock.release() : (held = lock)),
    () => undefined,
  );
  return {
    destroy() {
      over = true;
      void held?.release();
    },
  };
}
