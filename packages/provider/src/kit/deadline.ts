/** A moment on the monotonic clock. Neither a movable {@link Clock} nor a change of the system time affects it. */
export type Deadline = {
  /** Whole milliseconds left; 0 after the deadline. */
  remainingMs(): number;
  /** The earlier of this deadline and `ms` from now. */
  within(ms: number): Deadline;
};

/** The deadline `ms` milliseconds from now. */
export function deadlineIn(ms: number): Deadline {
  return deadlineAt(performance.now() + ms);
}

function deadlineAt(endsAtMs: number): Deadline {
  return {
    remainingMs: () => Math.max(0, Math.ceil(endsAtMs - performance.now())),
    within: (ms) => deadlineAt(Math.min(endsAtMs, performance.now() + ms)),
  };
}

/** Returns the result of `work`, or `late()` when the deadline passes first. The work itself continues. */
export async function orLate<T>(work: Promise<T>, deadline: Deadline, late: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const lateness = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(late()), deadline.remainingMs());
  });
  try {
    return await Promise.race([work, lateness]);
  } finally {
    clearTimeout(timer);
  }
}
