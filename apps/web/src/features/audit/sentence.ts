import { numberOf, railLabel } from '@tillgate/domain/rails/names';
import { formatMoney, formatNumber } from '@/format';
import type { AuditRow } from './types.ts';

/** The default text of each placeholder, for entries without its value. */
const unsaid = {
  name: '—',
  lastFour: '????',
  scopes: 'none',
  host: '—',
  kind: 'other',
  amount: 'none',
  role: 'other',
  email: '—',
  fields: '—',
  shortcode: '—',
  type: '—',
  was: 'other',
  status: 'other',
  queuedCount: '0',
  reason: '—',
  reasons: '—',
  from: '—',
  to: '—',
  ok: 'other',
  step: 'other',
  whom: '—',
  page: '—',
  as: 'other',
  note: '—',
  list: 'other',
  rows: '0',
  added: '0',
  extended: '0',
  error: '—',
  account: '—',
  day: '—',
  days: '—',
  revision: '1',
  hour: '—',
  lineId: '—',
  fileName: '—',
  isOn: 'other',
  hosts: '—',
  count: '—',
  rail: '—',
  number: '—',
  paid: '0',
  failed: '0',
};

/** What people call one of the `fields` or `scopes` of an entry. */
type NameOf = (list: string, item: string) => string;

/** The values of the placeholders of an entry, as texts. */
export function sentenceValues(
  { detail, whom }: Pick<AuditRow, 'detail' | 'whom'>,
  nameOf: NameOf = (_, item) => item,
): Record<string, string> {
  const said = Object.entries(detail).flatMap(([name, value]) => {
    const text = textOf(name, value, nameOf);
    return text === undefined ? [] : [[name, text]];
  });
  const person = whom && 'email' in whom ? (whom.name ?? whom.email) : null;
  return { ...unsaid, ...Object.fromEntries(said), ...(person && { whom: person }) };
}

function textOf(name: string, value: unknown, nameOf: NameOf): string | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (name === 'amount' && typeof value === 'number') return formatMoney(value);
  if (name === 'rail') return railLabel(String(value));
  if (name === 'shortcode') return numberOf(String(value));
  if (typeof value === 'number') return formatNumber(value);
  if (Array.isArray(value))
    return value.length === 0 ? undefined : value.map((item) => nameOf(name, String(item))).join(', ');
  return String(value);
}

/** An action that no sentence is written for, in its own words: `payment.review_needed` is `payment review needed`. */
export function plainAction(action: string): string {
  return action.replace(/[._]/g, ' ');
}
