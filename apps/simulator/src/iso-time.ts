/** An epoch time in milliseconds as ISO 8601 text; null stays null. */
export const isoOrNull = (epochMs: number | null): string | null =>
  epochMs === null ? null : new Date(epochMs).toISOString();
