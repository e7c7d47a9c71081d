import type { Database } from '@tillgate/db';
import type { Audit } from '../audit/index.ts';
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
import { sumUsed } from './limit-statements.ts';
import { type NewDisbursement, openDisbursement } from './statements.ts';

type Claim = Parameters<typeof openDisbursement>[3];

/**
 * Transaction 1 of a payout or reversal, if the policy of its application and environment allows it. This is the one door
 * to `disbursements`, so limits hold for every caller. Where daily sums are limited, requests of one application run one
 * after another, so that each sees the earlier ones.
 * @returns false when the key was claimed before
 * @throws DomainError limit_exceeded, approval_required, invalid_input (no key); nothing is written
 */
export async function openWithinPolicy(
  db: Pick<Database, 'pool' | 'transaction'>,
  row: NewDisbursement,
  audit: Audit,
  claim: Claim,
): Promise<boolean> {
  const policy = await findPolicy(db.pool, row);
  const { environment, kind, amount } = row;
  const request = { kind, amount, actor: row.requestedBy };
  const refusal =
    admissionRefusal(policy, request, { environment, hasKey: claim !== undefined }) ??
    transactionRefusal(policy, kind, amount);
  if (refusal) throw refusal;
  if (!hasDayLimit(policy)) return openDisbursement(db.pool, row, audit, claim);
  return db.transaction(async (tx) => {
    const limits = await lockPolicy(tx, row);
    // The row is opened first, so that a repeated request is refused because of its key and not because of a limit.
    if (!(await openDisbursement(tx, row, audit, claim))) return false;
    // A rotated key and its predecessors and successors are one requester.
    const requesters = await lineOf(tx, row.requestedBy);
    const used = await sumUsed(tx, row, { since: dayBefore(row.createdAt), requesters });
    const exceeded = limitRefusal(limits, request, used);
    if (exceeded) throw exceeded;
    return true;
  });
}
