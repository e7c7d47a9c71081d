/** A moment on the monotonic clock: not moved by a movable {@link Clock}, nor by somebody setting the machine's time. */
export type Deadline = {
  /** Whole milliseconds left, 0 when it has passed. */
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

/** What `work` comes to, or `late()` when the deadline is first. The work itself goes on. */
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
