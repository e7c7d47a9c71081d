import { type Queryable, query, sql } from '@tillgate/db';
import {
  isPayoutRule,
  judgePayout,
  listRules,
  type PayoutFacts,
  type PayoutRule,
  type Rule,
  sameSince,
} from '../guards/index.ts';
import type { Tenant } from '../kernel/context.ts';

type Receiver = Tenant & { phone: string; amount: number };

/** What the rows of the application say about the receiver of a payout, by the index on phones. */
export async function readPayoutFacts(
  db: Queryable,
  { applicationId, environment, phone, amount }: Receiver,
  now: Date,
): Promise<PayoutFacts> {
  const ofPhone = sql`
    application_id = ${applicationId}::uuid AND environment = ${environment}::"Environment" AND phone = ${phone}
    AND kind = 'payout'`;
  const [row] = await query<PayoutFacts>(
    db,
    'disbursements_guard_facts',
    sql`
      SELECT (SELECT min(settled_at) FROM disbursements WHERE ${ofPhone} AND status = 'success') AS "firstPaidAt",
        (SELECT max(created_at) FROM disbursements WHERE ${ofPhone} AND amount = ${amount}::int AND status <> 'failed'
          AND created_at > ${sameSince(now)}::timestamptz) AS "sameAt"`,
  );
  return row ?? { firstPaidAt: null, sameAt: null };
}

/** The rules for payouts among the rules of an application. */
export function payoutRules(rules: readonly Rule[]): PayoutRule[] {
  return rules.filter(isPayoutRule);
}

/** What the rules say now about a payout that a person asks for: whether it needs a second person, or which rule refuses it. */
export async function judgeReceiver(db: Queryable, receiver: Receiver, now: Date) {
  const rules = payoutRules(await listRules(db, receiver));
  if (rules.length === 0) return { refusal: undefined, hold: undefined };
  return judgePayout(await readPayoutFacts(db, receiver, now), rules, { amount: receiver.amount, now });
}
