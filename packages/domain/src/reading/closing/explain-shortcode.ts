import type { z } from 'zod';
import { requirePermission } from '../../kernel/authority.ts';
import { businessTimeZone } from '../../kernel/business-day.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { parseInput } from '../../kernel/input.ts';
import { dayOfShortcodeSchema, listExceptions } from '../reconciliation/index.ts';
import { reportSettlement } from '../reports/index.ts';
import { bridgeSheetOf, type DaySheet } from './day-sheet.ts';
import { bridgeOf, centsOf } from './figures.ts';
import { accountOf, rangeOf } from './read-days.ts';
import { listAccountDays } from './statements.ts';

export type ShortcodeDay = {
  /** From the opening to the closing balance of the shortcode; null while statements do not have them. */
  bridge: DaySheet['bridge'];
  /** What its exceptions, open and closed, explain of the difference. Cents. */
  explainedCents: number;
  /** What is left of it; null without a balance check. */
  unexplainedCents: number | null;
};

/**
 * How the balance of one shortcode comes about on a day of East Africa Time, and how much of the difference its exceptions
 * explain.
 * @throws DomainError forbidden, invalid_input
 */
export async function explainShortcode(
  ctx: TenantContext,
  input: z.input<typeof dayOfShortcodeSchema>,
): Promise<ShortcodeDay> {
  requirePermission(ctx, 'statements.read');
  const { shortcode, day } = parseInput(dayOfShortcodeSchema, input);
  const period = { from: day, to: day, timeZone: businessTimeZone, shortcodes: [shortcode], compare: false };
  const [{ exceptions }, settlement, accounts] = await Promise.all([
    listExceptions(ctx, { shortcode, day }),
    reportSettlement(ctx, ctx.tenant, { ...period, interval: 'total', groupBy: 'none', rail: 'mpesa' }),
    listAccountDays(ctx.db.pool, ctx.tenant, rangeOf(day, day)),
  ]);
  const { collected, refunded, paidOut } = settlement.current.total;
  const figures = {
    movedIn: centsOf(collected),
    movedBack: centsOf(refunded),
    movedOut: centsOf(paidOut),
    accounts: accounts.filter((row) => row.shortcode === shortcode).flatMap(accountOf),
  };
  const bridge = bridgeOf(figures);
  const explainedCents = exceptions.reduce((sum, { effectCents }) => sum + effectCents, 0);
  return {
    bridge: bridgeSheetOf(bridge),
    explainedCents,
    unexplainedCents: bridge && bridge.difference - explainedCents,
  };
}
