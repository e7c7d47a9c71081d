import type { Queryable } from '@tillgate/db';
import type { TenantContext } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { invalidInput, issue } from '../kernel/input.ts';
import {
  decideResolution,
  type Resolution,
  type ResolutionStep,
  type Resolved,
  type Resolving,
  receiptInUse,
  settlementBy,
} from '../kernel/resolution.ts';
import { resolveReviewed } from '../reviews/index.ts';
import { disbursementEvent } from './disbursement-event.ts';
import { type DisbursementRow, findDisbursement } from './read-statements.ts';
import { disbursementIssues } from './refusals.ts';
import { findReceiptHolder, lockOwnDisbursement } from './resolution-statements.ts';
import { storeSettlement } from './statements.ts';

type ResolutionOf = Resolving & { disbursementId: string };

/**
 * Settles a payout or reversal manually, with its webhook and an audit entry, and closes its reviews, in one commit.
 * Resolving the same way again is the same as once.
 * @throws DomainError not_found, invalid_input (with the id of what else has the receipt)
 */
export async function resolveDisbursement(ctx: TenantContext, input: ResolutionOf): Promise<Resolved> {
  const { disbursementId, resolution, note } = input;
  return resolveReviewed(ctx, { kind: 'disbursement', id: disbursementId }, note, async (db) => {
    const disbursement = await lockOwn(db, ctx, disbursementId);
    const decision = await decide(db, ctx, disbursement, resolution);
    return decision.kind === 'settle' ? settle(db, ctx, disbursement, decision, input) : decision.resolved;
  });
}

/**
 * Refuses a resolution that is not possible now, and returns the amount in whole KES.
 * @throws DomainError not_found, invalid_input
 */
export async function checkResolution(
  ctx: TenantContext,
  { disbursementId, resolution }: Pick<ResolutionOf, 'disbursementId' | 'resolution'>,
): Promise<{ amount: number }> {
  return ctx.db.transaction(async (db) => {
    const disbursement = await lockOwn(db, ctx, disbursementId);
    await decide(db, ctx, disbursement, resolution);
    return { amount: disbursement.amount };
  });
}

async function lockOwn(db: Queryable, { tenant }: TenantContext, id: string): Promise<DisbursementRow> {
  const isLocked = await lockOwnDisbursement(db, id, tenant);
  const disbursement = isLocked ? await findDisbursement(db, id, tenant) : undefined;
  if (!disbursement) throw notFound('disbursement');
  return disbursement;
}

/** @throws DomainError invalid_input */
async function decide(db: Queryable, { tenant, clock }: TenantContext, row: DisbursementRow, resolution: Resolution) {
  const decision = decideResolution(row, resolution, clock.now());
  if (decision.kind === 'refuse') throw decision.refusal;
  if (decision.kind === 'settle' && resolution.as === 'paid') {
    const { receipt } = resolution;
    if (receipt === row.transactionId?.toUpperCase()) {
      throw invalidInput(issue('receipt', disbursementIssues.receiptOfReversed));
    }
    const holder = await findReceiptHolder(db, { ...tenant, receipt, exceptId: row.id });
    if (holder) throw receiptInUse(receipt, holder);
  }
  return decision;
}

async function settle(
  db: Queryable,
  ctx: TenantContext,
  disbursement: DisbursementRow,
  step: ResolutionStep,
  by: Resolving,
): Promise<Resolved> {
  const to = settlementBy(ctx, disbursement, step, { by, action: 'disbursement.resolved' });
  const { providerReceipt: receipt, resultCode, resultDesc, settledAt } = to;
  const after = { ...disbursement, status: to.to, providerReceipt: receipt, resultCode, resultDesc };
  const own = { payeeName: null, originatorConversationId: null, conversationId: null };
  // The first event of its type may have announced the failure.
  const event = { ...disbursementEvent(after, settledAt), ...(to.from === 'failed' && { sequence: 2 }) };
  if (!(await storeSettlement(db, { ...to, ...own, event }, null))) {
    throw new Error(`disbursement ${disbursement.id} changed while it was locked`);
  }
  return { status: to.to, receipt };
}
