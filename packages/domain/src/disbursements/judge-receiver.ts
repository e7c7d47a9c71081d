import { type Queryable, query, sql } from '@tillgate/db';
import {
  isPayoutRule,
  judgePayout,
  type PayoutFacts,
  type PayoutJudgement,
  type PayoutRule,
  type PhoneHash,
  type Ruling,
  readListEntries,
  readRuling,
  sameSince,
} from '../guards/index.ts';
import type { Tenant } from '../kernel/context.ts';

type Receiver = Tenant & { phone: string; amount: number };

/** What the rows of the application say about the receiver of a payout, by the index on phones. */
async function readPayoutFacts(
  db: Queryable,
  { applicationId, environment, phone, amount }: Receiver,
  now: Date,
): Promise<Omit<PayoutFacts, 'entries'>> {
  const ofPhone = sql`
    application_id = ${applicationId}::uuid AND environment = ${environment}::"Environment" AND phone = ${phone}
    AND kind = 'payout'`;
  const [row] = await query<Omit<PayoutFacts, 'entries'>>(
    db,
    'disbursements_guard_facts',
    sql`
      SELECT (SELECT min(settled_at) FROM disbursements WHERE ${ofPhone} AND status = 'success') AS "firstPaidAt",
        (SELECT max(created_at) FROM disbursements WHERE ${ofPhone} AND amount = ${amount}::int AND status <> 'failed'
          AND created_at > ${sameSince(now)}::timestamptz) AS "sameAt"`,
  );
  return row ?? nothingPaid;
}

const nothingPaid = { firstPaidAt: null, sameAt: null };
/** Nothing is said against a payout. */
export const passes: PayoutJudgement = { broken: [], refusal: undefined, hold: undefined };

/** What a payout is judged by: the rules for payouts, and whether a list of its application has phones. */
export type PayoutRuling = Pick<Ruling, 'hasEntries'> & { rules: readonly PayoutRule[] };

/** What of all that an application is judged by is about payouts; undefined when nothing is. */
export function payoutRulingOf({ rules: all, hasEntries }: Ruling): PayoutRuling | undefined {
  const rules = all.filter(isPayoutRule);
  return rules.length > 0 || hasEntries ? { rules, hasEntries } : undefined;
}

/** What the lists and the rules say about a payout. */
export async function judgeBy(
  db: Queryable,
  { rules, hasEntries }: PayoutRuling,
  receiver: Receiver & { phoneHash: string | null },
  now: Date,
): Promise<PayoutJudgement> {
  const { applicationId, environment, phoneHash, amount } = receiver;
  const listed = hasEntries && phoneHash !== null ? [{ applicationId, environment, phoneHash }] : [];
  const entries = (await readListEntries(db, listed))(receiver);
  const facts = rules.length > 0 ? await readPayoutFacts(db, receiver, now) : nothingPaid;
  return judgePayout({ ...facts, entries }, rules, { amount, now });
}

/**
 * What the lists and the rules say now about a payout that a person asks for: whether it needs a second person, or which
 * of them refuses it.
 * @param phoneHash undefined where the process has no key: it asks the rules alone
 */
export async function judgeReceiver(
  db: Queryable,
  receiver: Receiver,
  { phoneHash, now }: { phoneHash: PhoneHash | undefined; now: Date },
): Promise<PayoutJudgement> {
  const ruling = payoutRulingOf(await readRuling(db, receiver, phoneHash?.keyId ?? null));
  if (!ruling) return passes;
  return judgeBy(db, ruling, { ...receiver, phoneHash: phoneHash?.hash(receiver.phone) ?? null }, now);
}
