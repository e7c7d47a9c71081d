import { z } from 'zod';
import { readBalances } from '../../inquiries/index.ts';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { notFound } from '../../kernel/errors.ts';
import { parseInput } from '../../kernel/input.ts';
import { issues } from '../../kernel/refusals.ts';
import { numberOf } from '../../rails/index.ts';
import { centsOf } from '../closing/index.ts';
import { type ChangeLine, kindsOf, linesOfChange, type Moved } from './balance-change.ts';
import { balanceCentsOf } from './runway.ts';
import { listBalancesAt, sumMoved } from './statements.ts';

const text = z
  .string({ error: issues.text })
  .refine((given) => given.isWellFormed() && !given.includes('\u0000'), { error: issues.brokenCharacters });
const moment = z.iso.datetime({ error: issues.time }).transform((at) => new Date(at));

export const explainBalanceSchema = z.strictObject({
  shortcode: text,
  /** The provider's name of the account. */
  account: text,
  /** When the two balances were reported, as the history of the account has it. */
  from: moment,
  to: moment,
});

/** A balance that the provider reported. `at` is ISO 8601, UTC. */
type KnownBalance = { at: string; cents: number };

export type BalanceChange = {
  /** The number of the account at its network. */
  shortcode: string;
  from: KnownBalance;
  to: KnownBalance;
  /** `to` less `from`: what the lines come to. */
  differenceCents: number;
  lines: ChangeLine[];
};

/**
 * What moved the balance of an account between two answers about it: payments, refunds, payouts, and what nothing here
 * explains. Money counts when it moved, as in the lists behind the lines.
 * @throws DomainError forbidden, invalid_input, not_found (no such balance of the account)
 */
export async function explainBalance(
  ctx: TenantContext,
  input: z.input<typeof explainBalanceSchema>,
): Promise<BalanceChange> {
  requirePermission(ctx, 'inquiries.read');
  requirePermission(ctx, 'reports.read');
  const { shortcode, account, ...times } = parseInput(explainBalanceSchema, input);
  const found = await listBalancesAt(ctx.db.pool, ctx.tenant, { shortcode, times: [times.from, times.to] });
  const [from, to] = found.flatMap(({ inquiryId, result, answeredAt }) => {
    const accounts = readBalances({ id: inquiryId, result }) ?? [];
    const own = accounts.find(({ name }) => name === account);
    const cents = own ? balanceCentsOf(own) : null;
    return cents === null ? [] : [{ answeredAt, cents, names: accounts.map(({ name }) => name) }];
  });
  if (!from || !to) throw notFound('inquiry');
  const rows = await sumMoved(ctx.db.pool, ctx.tenant, { shortcode, from: from.answeredAt, to: to.answeredAt });
  const sumOf = (kind: keyof Moved) => {
    const row = rows.find((each) => each.kind === kind);
    return { cents: centsOf(row?.amount ?? '0'), count: row?.count ?? 0 };
  };
  const moved: Moved = { payments: sumOf('payments'), refunds: sumOf('refunds'), payouts: sumOf('payouts') };
  const differenceCents = to.cents - from.cents;
  return {
    shortcode: numberOf(shortcode),
    from: { at: from.answeredAt.toISOString(), cents: from.cents },
    to: { at: to.answeredAt.toISOString(), cents: to.cents },
    differenceCents,
    lines: linesOfChange(differenceCents, kindsOf({ shortcode, account }, to.names), moved),
  };
}
