import { refusedOption } from './options.ts';

const unitSeconds: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 };

/**
 * Reads a duration such as `90s`, `30m`, `24h`, `7d` or `0`, and returns its seconds.
 * @throws DomainError invalid_input
 */
export function readDuration(option: string, text: string): number {
  const seconds = durationSeconds(text);
  if (seconds === undefined) throw refusedOption(option, 'must be a duration such as 90s, 30m, 24h or 7d');
  return seconds;
}

/**
 * Reads a time such as `2026-01-31T08:00:00Z`, or a duration before now such as `3h`.
 * @throws DomainError invalid_input
 */
export function readMoment(option: string, text: string, now = new Date()): Date {
  const seconds = durationSeconds(text);
  if (seconds !== undefined) return new Date(now.getTime() - seconds * 1000);
  const moment = dateOf(text);
  if (moment) return moment;
  throw refusedOption(option, 'must be a time such as 2026-01-31T08:00:00Z, or a duration before now such as 3h or 2d');
}

/**
 * Reads a day such as `2027-01-01` (its beginning in UTC), a time, or a duration from now such as `90d`.
 * @throws DomainError invalid_input
 */
export function readExpiry(option: string, text: string, now = new Date()): Date {
  const seconds = durationSeconds(text);
  if (seconds !== undefined) return new Date(now.getTime() + seconds * 1000);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const moment = dateOf(isDay ? `${text}T00:00Z` : text);
  // JavaScript reads the 30th of February as a day in March.
  if (moment && (!isDay || moment.toISOString().startsWith(text))) return moment;
  throw refusedOption(option, 'must be a day such as 2027-01-01, or a duration from now such as 90d');
}

/** Undefined unless it is a time with a zone. */
function dateOf(text: string): Date | undefined {
  const isComplete = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text);
  const moment = new Date(isComplete ? text : Number.NaN);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

function durationSeconds(text: string): number | undefined {
  if (text === '0') return 0;
  const [, digits, unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits) * (unitSeconds[unit] ?? 0);
}
