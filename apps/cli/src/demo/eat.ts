/** East Africa has no daylight saving time. */
export const eatOffsetMs = 3 * 3_600_000;

/** `2026-11-20T13:24:11`, in East Africa Time. */
export function eatText(at: Date): string {
  return new Date(at.getTime() + eatOffsetMs).toISOString().slice(0, 19);
}

/** The provider's statement has no parts of seconds. */
export function wholeSecond(at: Date): Date {
  return new Date(Math.floor(at.getTime() / 1_000) * 1_000);
}
