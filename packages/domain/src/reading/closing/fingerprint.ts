import { createHash } from 'node:crypto';
import type { DayFigures } from './figures.ts';

/** A fingerprint of figures, which does not depend on the order of their fields. */
export function fingerprintOf({ accounts, ...totals }: DayFigures): string {
  const known = accounts
    .map(({ shortcode, opening, closing, fees }) => [shortcode, opening, closing, fees])
    .sort(([one], [other]) => String(one).localeCompare(String(other)));
  const text = JSON.stringify([Object.entries(totals).sort(([one], [other]) => (one < other ? -1 : 1)), known]);
  return createHash('sha256').update(text).digest('hex');
}
