import { dayMs } from '../kernel/time.ts';
import { readEatTime } from '../tables/index.ts';

/** The facts in the name of a file from the portal. */
export type NamedStatement = {
  shortcode: string | null;
  /** Both ends are within the period. */
  period: { from: Date; to: Date } | null;
};

const days =
  /\bfrom (\d{4}-\d{1,2}-\d{1,2}|\d{1,2}-\d{1,2}-\d{4}) to (\d{4}-\d{1,2}-\d{1,2}|\d{1,2}-\d{1,2}-\d{4})(?!\d)/i;

/**
 * Parses a name such as `Statements for 600123 from 2026-11-20 to 2026-11-21.csv`: the portal's newer template has the
 * shortcode and period only there. Browsers replace blanks with `_` and add ` (1)` to a repeated name. Pure.
 */
export function readFileName(fileName: string): NamedStatement {
  const name = fileName.replace(/[_+\s]+/g, ' ');
  const shortcode = /\bstatements? (?:for|of) (\d{5,8})(?!\d)/i.exec(name)?.[1] ?? null;
  const found = shortcode === null ? null : days.exec(name);
  const [from, last] = (found?.slice(1) ?? []).map((text) => readEatTime(`${text} 00:00`, 'day_first'));
  if (!from || !last || from > last) return { shortcode, period: null };
  return { shortcode, period: { from, to: new Date(last.getTime() + dayMs - 1_000) } };
}
