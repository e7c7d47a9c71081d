import type { RetentionView } from '@tillgate/domain/retention';
import { moment, table } from './table.ts';

/** Formats the retention of each kind, one per line, and the next removal. */
export function retentionText({ kinds, nextRunAt, lastRun }: RetentionView): string {
  const rows = kinds.map(({ kind, days, daysDefault, bounds }) => [
    kind,
    `${days}`,
    `${daysDefault}`,
    bounds ? `${bounds.min} to ${bounds.max}` : 'no',
  ]);
  const gone = Object.entries(lastRun?.removed ?? {}).filter(([, count]) => count > 0);
  return [
    table(['KIND', 'DAYS', 'DEFAULT', 'MAY BE SET'], rows),
    '',
    'Payments, payouts, inquiries, orders, reviews, statements, signed days, idempotency keys and the audit are kept.',
    `Last run: ${lastRun ? moment(lastRun.endedAt) : 'none yet'}${gone.map(([kind, count]) => `; ${kind} ${count}`).join('')}`,
    `Next run: ${moment(nextRunAt)}`,
  ].join('\n');
}
