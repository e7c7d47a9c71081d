import type { Queryable } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import type { TenantContext } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { invalidInput, issue } from '../kernel/input.ts';
import {
  decideResolution,
  type Resolution,
  type Resolved,
  type Resolving,
  receiptInUse,
  receiptOf,
  resolutionDetail,
  resultOf,
} from '../kernel/resolution.ts';
import { closeReviewsOf } from '../reviews/index.ts';
import { signalWaiting } from '../signals/signal-waiting.ts';
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
  const { resolution, note } = input;
  const resolved = await ctx.db.transaction(async (db) => {
    const disbursement = await lockOwn(db, ctx, input.disbursementId);
    const decision = await decide(db, ctx, disbursement, resolution);
    const settled = decision && (await settle(db, ctx, disbursement, decision, input));
    const closing = { by: ctx.actor, note, at: ctx.clock.now() };
    await closeReviewsOf(db, { kind: 'disbursement', id: disbursement.id }, closing);
    const { status, providerReceipt: receipt } = disbursement;
    return settled ?? { status: status as Resolved['status'], receipt };
  });
  await signalWaiting(ctx, 'deliveries.waiting');
  return resolved;
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

/** What to settle; undefined when it is settled that way already. */
async function decide(db: Queryable, { tenant, clock }: TenantContext, row: DisbursementRow, resolution: Resolution) {
  const decision = decideResolution(row, resolution, clock.now());
  if (decision.kind === 'refuse') throw decision.refusal;
  if (decision.kind === 'nothing_to_do') return undefined;
  if (resolution.as === 'paid') {
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
  { from, to }: { from: 'pending' | 'failed'; to: 'success' | 'failed' },
  by: Resolving,
) {
  const now = ctx.clock.now();
  const receipt = receiptOf(by.resolution);
  const result = resultOf(by.resolution);
  const settled = await storeSettlement(
    db,
    {
      id: disbursement.id,
      from,
      to,
      providerReceipt: receipt,
      payeeName: null,
      originatorConversationId: null,
      conversationId: null,
      ...result,
      settledBy: 'person',
      settledAt: now,
      event: {
        ...disbursementEvent({ ...disbursement, status: to, providerReceipt: receipt, ...result }, now),
        // The first event of its type may have announced the failure.
        ...(from === 'failed' && { sequence: 2 }),
      },
      audit: {
        id: uuidv7({ msecs: now.getTime() }),
        actor: ctx.actor,
        action: 'disbursement.resolved',
        detail: resolutionDetail(disbursement, by),
      },
      reviews: [],
    },
    null,
  );
  if (!settled) throw new Error(`disbursement ${disbursement.id} changed while it was locked`);
  return { status: to, receipt };
}
