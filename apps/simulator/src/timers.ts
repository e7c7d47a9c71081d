/** Timers that can all be dropped at once, so that closing or resetting leaves nothing behind. */
export type Timers = {
  /** Runs `action` after `delayMs`, unless cancelled or cleared first. Returns the cancel function. */
  after(delayMs: number, action: () => void): () => void;
  /** Resolves true after `delayMs`, or false as soon as the timers are cleared. */
  wait(delayMs: number): Promise<boolean>;
  clear(): void;
  /** Clears, and from then on drops every new timer at once. */
  close(): void;
};

export const createTimers = (): Timers => {
  const pending = new Map<NodeJS.Timeout, () => void>();
  let isClosed = false;
  const start = (delayMs: number, action: () => void, dropped: () => void): (() => void) => {
    if (isClosed) {
      dropped();
      return () => {};
    }
    const timer = setTimeout(() => {
      pending.delete(timer);
      action();
    }, delayMs);
    pending.set(timer, dropped);
    return () => {
      clearTimeout(timer);
      pending.delete(timer);
    };
  };
  const clear = (): void => {
    for (const [timer, dropped] of [...pending]) {
      clearTimeout(timer);
      pending.delete(timer);
      dropped();
    }
  };
  return {
    after: (delayMs, action) => start(delayMs, action, () => {}),
    wait: (delayMs) =>
      new Promise((resolve) => {
        start(
          delayMs,
          () => resolve(true),
          () => resolve(false),
        );
      }),
    clear,
    close() {
      isClosed = true;
      clear();
    },
  };
};
