import { type OrderModel, only, query, sql } from '@tillgate/db';
import { judgeReceiver } from '../../disbursements/index.ts';
import { phoneHashOf, type WithPhoneHash } from '../../guards/index.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { dayMs, later } from '../../kernel/time.ts';
import { dayBefore, findPolicy } from '../../policies/index.ts';
import { readSavedPayee } from '../../recipients/index.ts';
import { readAccounts } from '../float/index.ts';
import { maskPhonesIn } from '../masked-text.ts';

/** How far back payouts to the same phone are counted. */
const earlierDays = 90;

/** The facts for a decision about money out. Whole KES, unless the name says cents. */
export type DecisionFacts = {
  /** From this sum of 24 hours, orders need a second person; null: always. */
  approvalFrom: number | null;
  /** The rule of the application that wants a second person now; null without one. */
  heldBy: { kind: 'new_payee'; from: number } | { kind: 'same_payout_soon'; hours: number } | null;
  /** The last reported balance for payouts, before and after this order; null: unknown. */
  balance: { at: string; beforeCents: number; afterCents: number } | null;
  /** The rest of the 24-hour limits after this order. Below zero, it will be refused. */
  limits: { limit: 'perDay' | 'perRecipientPerDay'; max: number; left: number }[];
  /**
   * The saved name of the phone at the request, and since when; null without one, and for refunds. `changed`: the
   * previous number of that name, and who changed it.
   */
  savedAs: { name: string; at: string; changed: { from: string; by: string } | null } | null;
  /** Payouts that reached the same phone, and the name that the provider reported with the last one; null of refunds. */
  earlier: { count: number; amount: number; lastAt: string | null; name: string | null } | null;
};

type Sums = {
  perDay: number;
  perRecipientPerDay: number;
  count: number;
  amount: number;
  lastAt: Date | null;
  name: string | null;
};

/** @returns null for orders that move no money out */
export async function readDecisionFacts(
  ctx: TenantContext & Partial<WithPhoneHash>,
  { kind, amount, input, recipient }: Pick<OrderModel, 'kind' | 'amount' | 'input' | 'recipient'>,
): Promise<DecisionFacts | null> {
  if ((kind !== 'payout' && kind !== 'reversal') || amount === null) return null;
  const given = (input as { phone?: unknown }).phone;
  const phone = kind === 'payout' && typeof given === 'string' ? given : null;
  const saved = readSavedPayee(recipient);
  const [policy, sums, accounts, savedBy, heldBy] = await Promise.all([
    findPolicy(ctx.db.pool, ctx.tenant),
    sumOut(ctx, phone),
    kind === 'payout' ? readAccounts(ctx) : [],
    nameOf(ctx, saved?.savedBy),
    phone === null ? null : holdOf(ctx, { phone, amount }),
  ]);
  const account = accounts.find(({ isForPayouts }) => isForPayouts);
  const limit = (name: 'perDay' | 'perRecipientPerDay') => {
    const max = policy[name];
    return max === null ? [] : [{ limit: name, max, left: max - sums[name] - amount }];
  };
  const cents = amount * 100;
  return {
    approvalFrom: kind === 'payout' ? policy.payoutFrom : policy.reversalFrom,
    heldBy,
    balance: account
      ? {
          at: account.balanceAt.toISOString(),
          beforeCents: account.estimateCents,
          afterCents: account.estimateCents - cents,
        }
      : null,
    limits: [...limit('perDay'), ...(phone === null ? [] : limit('perRecipientPerDay'))],
    savedAs: saved && {
      name: saved.name,
      at: saved.savedAt,
      changed: saved.previousPhone === null ? null : { from: saved.previousPhone, by: savedBy },
    },
    earlier:
      phone === null
        ? null
        : {
            count: sums.count,
            amount: sums.amount,
            lastAt: sums.lastAt?.toISOString() ?? null,
            name: sums.name && maskPhonesIn(sums.name),
          },
  };
}

/** Money that left in the last 24 hours or still may, and earlier payouts to the phone. */
async function sumOut({ db, clock, tenant }: TenantContext, phone: string | null): Promise<Sums> {
  const now = clock.now();
  const tenantRows = sql`
    application_id = ${tenant.applicationId}::uuid AND environment = ${tenant.environment}::"Environment"`;
  return only(
    await query<Sums>(
      db.pool,
      'order_decision_sums',
      sql`
        SELECT day.*, phone.* FROM (
          SELECT coalesce(sum(amount), 0)::float8 AS "perDay",
            coalesce(sum(amount) FILTER (WHERE phone = ${phone}::text), 0)::float8 AS "perRecipientPerDay"
          FROM disbursements
          WHERE ${tenantRows} AND created_at > ${dayBefore(now)}::timestamptz AND status <> 'failed') day
        CROSS JOIN (
          SELECT count(*)::int AS count, coalesce(sum(amount), 0)::float8 AS amount, max(created_at) AS "lastAt",
            (array_agg(payee_name ORDER BY created_at DESC) FILTER (WHERE payee_name IS NOT NULL))[1] AS name
          FROM disbursements
          WHERE ${tenantRows} AND phone = ${phone}::text AND kind = 'payout' AND status = 'success'
            AND created_at > ${later(now, -earlierDays * dayMs)}::timestamptz) phone`,
    ),
  );
}

/** The rule that holds a payout to a phone now. */
async function holdOf(
  ctx: TenantContext & Partial<WithPhoneHash>,
  payout: { phone: string; amount: number },
): Promise<DecisionFacts['heldBy']> {
  const by = { phoneHash: phoneHashOf(ctx), now: ctx.clock.now() };
  const { hold } = await judgeReceiver(ctx.db.pool, { ...ctx.tenant, ...payout }, by);
  if (!hold) return null;
  return hold.kind === 'new_payee'
    ? { kind: hold.kind, from: hold.settings.from }
    : { kind: hold.kind, hours: hold.settings.hours };
}

async function nameOf({ db }: TenantContext, actor: string | undefined): Promise<string> {
  const id = actor?.startsWith('user:') ? actor.slice('user:'.length) : undefined;
  const person = id === undefined ? null : await db.prisma.user.findUnique({ where: { id } });
  return person?.name ?? person?.email ?? '';
}
