import type { Clock } from '../ports/ports.ts';

export type MovableClock = Clock & {
  /** Moves time on. */
  advance(seconds: number): void;
  set(to: Date): void;
};

/** A fixed clock that a test can move. */
export function movableClock(start = new Date('2026-01-05T08:00:00.000Z')): MovableClock {
  let nowMs = start.getTime();
  return {
    now: () => new Date(nowMs),
    advance(seconds) {
      nowMs += Math.round(seconds * 1000);
    },
    set(to) {
      nowMs = to.getTime();
    },
  };
}
