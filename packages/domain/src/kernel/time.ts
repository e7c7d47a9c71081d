export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Adds milliseconds to a time. */
export function later(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}

/** Seconds from one time to another, 0 when a clock went back. */
export function secondsSince(time: Date, now: Date): number {
  return Math.max(0, now.getTime() - time.getTime()) / 1000;
}

/** A moment as people read it in emails and refusals: to the minute, UTC. */
export function momentOf(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
