/**
 * Lets equal requests of this process take turns, so that a burst of duplicates costs one claim and
 * many reads. It only saves work: across processes, and for correctness, the unique row decides.
 */
export type Turns = {
  taken(key: string): boolean;
  /** Resolves when nobody has the turn for `key`, or after `waitMs`. */
  wait(key: string, waitMs: number): Promise<void>;
  /** Runs `work` as the holder of the turn for `key`. */
  hold<T>(key: string, work: () => Promise<T>): Promise<T>;
};

/** Makes the turns of one process. */
export function createTurns(): Turns {
  const holders = new Map<string, Promise<void>>();
  return {
    taken: (key) => holders.has(key),
    async wait(key, waitMs) {
      const holder = holders.get(key);
      if (!holder || waitMs <= 0) return;
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, waitMs);
      });
      await Promise.race([holder, patience]);
      clearTimeout(timer);
    },
    async hold(key, work) {
      let done = () => {};
      const holder = new Promise<void>((resolve) => {
        done = resolve;
      });
      holders.set(key, holder);
      try {
        return await work();
      } finally {
        if (holders.get(key) === holder) holders.delete(key);
        done();
      }
    },
  };
}
