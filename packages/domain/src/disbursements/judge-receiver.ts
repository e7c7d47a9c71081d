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

/** What the rows of the application say about the receiver of each payout, by the index on phones. */
async function readPayoutFacts(
  db: Queryable,
  { applicationId, environment }: Tenant,
  receivers: readonly Pick<Receiver, 'phone' | 'amount'>[],
  now: Date,
): Promise<Omit<PayoutFacts, 'entries'>[]> {
  const ofPhone = sql`
    application_id = ${applicationId}::uuid AND environment = ${environment}::"Environment" AND phone = wanted.phone
    AND kind = 'payout'`;
  return query<Omit<PayoutFacts, 'entries'>>(
    db,
    'disbursements_guard_facts',
    sql`
      SELECT (SELECT min(settled_at) FROM disbursements WHERE ${ofPhone} AND status = 'success') AS "firstPaidAt",
        (SELECT max(created_at) FROM disbursements WHERE ${ofPhone} AND amount = wanted.amount AND status <> 'failed'
          AND created_at > ${sameSince(now)}::timestamptz) AS "sameAt"
      FROM unnest(${receivers.map(({ phone }) => phone)}::text[], ${receivers.map(({ amount }) => amount)}::int[])
        WITH ORDINALITY AS wanted(phone, amount, place) ORDER BY wanted.place`,
  );
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

type Hashed = Receiver & { phoneHash: string | null };

/** What the lists and the rules say about a payout. */
export async function judgeBy(
  db: Queryable,
  ruling: PayoutRuling,
  receiver: Hashed,
  now: Date,
): Promise<PayoutJudgement> {
  const [judgement = passes] = await judgeAllBy(db, ruling, [receiver], now);
  return judgement;
}

async function judgeAllBy(
  db: Queryable,
  { rules, hasEntries }: PayoutRuling,
  receivers: readonly Hashed[],
  now: Date,
): Promise<PayoutJudgement[]> {
  const [first] = receivers;
  if (!first) return [];
  const listed = receivers.flatMap(({ applicationId, environment, phoneHash }) =>
    hasEntries && phoneHash !== null ? [{ applicationId, environment, phoneHash }] : [],
  );
  const entriesOf = await readListEntries(db, listed);
  const facts = rules.length > 0 ? await readPayoutFacts(db, first, receivers, now) : [];
  return receivers.map((receiver, index) =>
    judgePayout({ ...(facts[index] ?? nothingPaid), entries: entriesOf(receiver) }, rules, {
      amount: receiver.amount,
      now,
    }),
  );
}

type Judging = {
  /** Undefined where the process has no key: it asks the rules alone. */
  phoneHash: PhoneHash | undefined;
  now: Date;
};

/**
 * What the lists and the rules say now about a payout that a person asks for: whether it needs a second person, or which
 * of them refuses it.
 */
export async function judgeReceiver(db: Queryable, receiver: Receiver, by: Judging): Promise<PayoutJudgement> {
  const [judgement = passes] = await judgeReceivers(db, receiver, [receiver], by);
  return judgement;
}

/** The same for many payouts of one application, in their order. */
export async function judgeReceivers(
  db: Queryable,
  { applicationId, environment }: Tenant,
  receivers: readonly Pick<Receiver, 'phone' | 'amount'>[],
  { phoneHash, now }: Judging,
): Promise<PayoutJudgement[]> {
  const tenant = { applicationId, environment };
  const ruling = payoutRulingOf(await readRuling(db, tenant, phoneHash?.keyId ?? null));
  if (!ruling) return receivers.map(() => passes);
  const hashed = receivers.map(({ phone, amount }) => {
    return { ...tenant, phone, amount, phoneHash: phoneHash?.hash(phone) ?? null };
  });
  return judgeAllBy(db, ruling, hashed, now);
}
