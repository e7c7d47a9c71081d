import { type Database, isDatabaseOutage, type Queryable } from '@tillgate/db';
import type { Audit } from '../audit/index.ts';
import { demandNoGap } from '../gaps/index.ts';
import {
  type Decision,
  holdRefusal,
  insertDecisions,
  lockPhones,
  type PayoutJudgement,
  payoutRefusal,
  rulesUnreadable,
  type WithGuard,
} from '../guards/index.ts';
import type { DomainError } from '../kernel/errors.ts';
import { lineOf } from '../keys/index.ts';
import {
  admissionRefusal,
  dayBefore,
  findPolicy,
  hasDayLimit,
  limitRefusal,
  lockPolicy,
  transactionRefusal,
} from '../policies/index.ts';
import { judgeBy, type PayoutRuling, passes, payoutRulingOf } from './judge-receiver.ts';
import { sumUsed } from './limit-statements.ts';
import { type NewDisbursement, openDisbursement } from './statements.ts';

type Claim = Parameters<typeof openDisbursement>[3];

type OpenContext = { db: Pick<Database, 'pool' | 'transaction'> } & WithGuard;

/** A rule or a list stops the payout. The transaction is over, and nothing was written. */
class StoppedByRule extends Error {
  constructor(
    readonly judgement: PayoutJudgement,
    readonly refusal: DomainError,
  ) {
    super(refusal.message);
  }
}

/**
 * Transaction 1 of a payout or reversal, if the policy of its application and environment allows it. This is the one door
 * to `disbursements`, so limits and rules hold for every caller. Where daily sums are limited, requests of one application
 * run one after another, so that each sees the earlier ones.
 * @returns false when the key was claimed before
 * @throws DomainError limit_exceeded, approval_required, refused_by_rule, invalid_input (no key); nothing is written but
 *   what a rule said. Rules that cannot be read, and a gap that a restore left, stop the payout: unavailable
 */
export async function openWithinPolicy(
  { db, guard }: OpenContext,
  row: NewDisbursement,
  audit: Audit,
  claim: Claim,
): Promise<boolean> {
  const [policy] = await Promise.all([findPolicy(db.pool, row), demandNoGap(db.pool)]);
  const { environment, kind, amount } = row;
  const request = { kind, amount, actor: row.requestedBy };
  const refusal =
    admissionRefusal(policy, request, { environment, hasKey: claim !== undefined }) ??
    transactionRefusal(policy, kind, amount);
  if (refusal) throw refusal;
  const ruling = await rulingOf(guard, row);
  if (!hasDayLimit(policy) && !ruling) return openDisbursement(db.pool, row, audit, claim);
  const phoneHash = row.phone === null ? null : (guard.phoneHash?.hash(row.phone) ?? null);
  const decisions = ({ broken }: PayoutJudgement, disbursementId: string | null) =>
    broken.map((rule) => decisionOf(rule, row, { phoneHash, disbursementId }));
  try {
    return await db.transaction(async (tx) => {
      const limits = hasDayLimit(policy) ? await lockPolicy(tx, row) : policy;
      const judgement = await judge(tx, { ...row, phoneHash }, ruling);
      // The row is opened first, so that a repeated request is refused because of its key and not because of a limit.
      if (!(await openDisbursement(tx, row, audit, claim))) return false;
      if (hasDayLimit(policy)) {
        // A rotated key and its predecessors and successors are one requester.
        const requesters = await lineOf(tx, row.requestedBy);
        const used = await sumUsed(tx, row, { since: dayBefore(row.createdAt), requesters });
        const exceeded = limitRefusal(limits, request, used);
        if (exceeded) throw exceeded;
      }
      const refusal = refusalOf(judgement, row.requestedBy);
      if (refusal) throw new StoppedByRule(judgement, refusal);
      await insertDecisions(tx, decisions(judgement, row.id));
      return true;
    });
  } catch (error) {
    if (!(error instanceof StoppedByRule)) throw error;
    await insertDecisions(db.pool, decisions(error.judgement, null));
    throw error.refusal;
  }
}

/**
 * What a payout is judged by; reversals have no receiver. Without the rules no money leaves, and none without the key where
 * a list has phones.
 */
async function rulingOf(
  guard: WithGuard['guard'],
  { kind, applicationId, environment }: NewDisbursement,
): Promise<PayoutRuling | undefined> {
  if (kind !== 'payout') return undefined;
  try {
    const ruling = await guard.rulesOf({ applicationId, environment });
    if (ruling.hasForeign && !guard.phoneHash)
      throw new Error('PHONE_HASH_KEY is not set here, and a list has phones.');
    return payoutRulingOf(ruling);
  } catch (error) {
    // Whoever called sees an outage as one, and the worker tries again.
    throw isDatabaseOutage(error) ? error : rulesUnreadable(error);
  }
}

/** Judges before the row is there, under a lock of the phone: two payouts at once see each other. */
async function judge(
  tx: Queryable,
  row: NewDisbursement & { phoneHash: string | null },
  ruling: PayoutRuling | undefined,
): Promise<PayoutJudgement> {
  const { phone, createdAt: now } = row;
  if (!ruling || phone === null) return passes;
  const receiver = { ...row, phone };
  await lockPhones(tx, [receiver]);
  return judgeBy(tx, ruling, receiver, now);
}

/** A person's request was approved where a rule holds it: the worker has judged that before it acts. */
function refusalOf({ refusal, hold }: PayoutJudgement, requestedBy: string): DomainError | undefined {
  if (refusal) return payoutRefusal(refusal);
  return hold && !requestedBy.startsWith('user:') ? holdRefusal(hold) : undefined;
}

function decisionOf(
  rule: Decision['rule'],
  { applicationId, environment, amount, createdAt: at }: NewDisbursement,
  about: Pick<Decision, 'phoneHash' | 'disbursementId'>,
): Decision {
  return { rule, applicationId, environment, paymentId: null, amount, at, ...about };
}
