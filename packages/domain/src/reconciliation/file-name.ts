import { dayMs } from '../kernel/time.ts';
import { readEatTime } from './values.ts';

/** What the name of a file of the portal says. */
export type NamedStatement = {
  shortcode: string | null;
  /** Both ends are within the period. */
  period: { from: Date; to: Date } | null;
};

const days =
  /\bfrom (\d{4}-\d{1,2}-\d{1,2}|\d{1,2}-\d{1,2}-\d{4}) to (\d{4}-\d{1,2}-\d{1,2}|\d{1,2}-\d{1,2}-\d{4})(?!\d)/i;

/**
 * Reads a name such as `Statements for 600123 from 2026-11-20 to 2026-11-21.csv`: the newer template of the portal has
 * its shortcode and period in no other place. Browsers put `_` for blanks and add ` (1)` to the second of a name. Pure.
 */
export function readFileName(fileName: string): NamedStatement {
  const name = fileName.replace(/[_+\s]+/g, ' ');
  const shortcode = /\bstatements? (?:for|of) (\d{5,8})(?!\d)/i.exec(name)?.[1] ?? null;
  const found = shortcode === null ? null : days.exec(name);
  const [from, last] = (found?.slice(1) ?? []).map((text) => readEatTime(`${text} 00:00`, 'day_first'));
  if (!from || !last || from > last) return { shortcode, period: null };
  return { shortcode, period: { from, to: new Date(last.getTime() + dayMs - 1_000) } };
}
