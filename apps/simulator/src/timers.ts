/** Timers that can be cancelled all at once, on close and on reset. */
export type Timers = {
  /** Runs `action` after `delayMs` unless it is cancelled or cleared before. Returns the cancel function. */
  after(delayMs: number, action: () => void): () => void;
  /** Resolves with true after `delayMs`, or with false as soon as the timers are cleared. */
  wait(delayMs: number): Promise<boolean>;
  /** Cancels every timer. */
  clear(): void;
  /** Clears the timers. Timers started later are dropped immediately. */
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
