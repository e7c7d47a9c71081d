import { v7 as uuidv7 } from 'uuid';
import type { Audit } from '../audit/index.ts';
import type { Context } from '../kernel/context.ts';
import { type NewReview, openReviewOf } from '../reviews/index.ts';
import { signalWaiting } from '../signals/signal-waiting.ts';
import {
  amountDiffers,
  type DisbursementDecision,
  type DisbursementFact,
  decideDisbursement,
  payeeNameOf,
} from './disbursement.ts';
import { disbursementEvent } from './disbursement-event.ts';
import { bringInquiryForward, storePayeeName, storeReceipt } from './inquiry-statements.ts';
import {
  type DisbursementRow,
  findDisbursement,
  findOtherReversal,
  isReceiptLive,
  type LiveReversal,
} from './read-statements.ts';
import { recordContradiction, storeSettlement } from './statements.ts';

/**
 * After a lost compare-and-set, the disbursement is read and decided again. A disbursement changes at most four times:
 * its ids, a failure, a late success, a receipt.
 */
const roundsMax = 6;

type DisbursementSettleResult = 'settled' | 'enriched' | 'still_pending' | 'already_settled' | 'contradiction';
type Settle = Extract<DisbursementDecision, { kind: 'settle' }>;

/**
 * Settles a disbursement. Results and inquiries both use it. One commit sets the status, freezes the webhooks and marks
 * the callback; then it publishes the webhooks.
 * @param factOf makes the fact, given the disbursement
 * @param callbackId the inbox row that brought the fact
 */
export async function settleDisbursement(
  ctx: Context,
  disbursementId: string,
  factOf: (disbursement: DisbursementRow) => DisbursementFact,
  callbackId: string | null = null,
): Promise<DisbursementSettleResult> {
  for (let round = 1; round <= roundsMax; round += 1) {
    const disbursement = await findDisbursement(ctx.db.pool, disbursementId);
    if (!disbursement) throw new Error(`disbursement ${disbursementId} is gone`);
    const fact = factOf(disbursement);
    const decision = decideDisbursement(disbursement, fact);
    switch (decision.kind) {
      case 'still_pending':
        return decision.kind;
      case 'already_settled':
        await noteAmount(ctx, disbursement, fact);
        await notePayee(ctx, disbursement, fact);
        return decision.kind;
      case 'contradiction':
        await noteContradiction(ctx, disbursement, fact, decision);
        return 'contradiction';
      case 'enrich': {
        const payeeName = payeeNameOf(disbursement, fact);
        const enrichment = { id: disbursementId, providerReceipt: decision.receipt, payeeName };
        if (!(await storeReceipt(ctx.db.pool, enrichment))) break;
        await noteAmount(ctx, disbursement, fact);
        return 'enriched';
      }
      case 'settle':
        if (!(await settle(ctx, disbursement, fact, decision, callbackId))) break;
        ctx.meter?.settlements({
          subject: disbursement.kind,
          environment: disbursement.environment,
          status: decision.to,
          by: fact.door,
        });
        return 'settled';
    }
  }
  throw new Error(`disbursement ${disbursementId} changed under ${roundsMax} attempts to settle it`);
}

async function settle(
  ctx: Context,
  disbursement: DisbursementRow,
  fact: DisbursementFact,
  { to, late }: Settle,
  callbackId: string | null,
): Promise<boolean> {
  const settledAt = ctx.clock.now();
  const { resultCode, resultDesc, door: settledBy } = fact;
  const providerReceipt = to === 'success' ? fact.receipt : null;
  const conversationId = disbursement.conversationId ?? fact.conversationId;
  const other = await otherReversal(ctx, disbursement, fact, to);
  const settled = { ...disbursement, status: to, providerReceipt, conversationId, resultCode, resultDesc };
  // The first event of its type may have announced the failure.
  const event = { ...disbursementEvent(settled, settledAt, other), ...(late && { sequence: 2 }) };
  try {
    const done = await storeSettlement(
      ctx.db.pool,
      {
        id: disbursement.id,
        from: late ? 'failed' : 'pending',
        to,
        providerReceipt,
        payeeName: payeeNameOf(disbursement, fact),
        originatorConversationId: fact.originatorConversationId,
        conversationId,
        resultCode,
        resultDesc,
        settledBy,
        settledAt,
        event,
        audit: settlementAudit(disbursement, to, late, other),
        reviews: settlementReviews(disbursement, fact, { to, late, other }),
      },
      callbackId,
    );
    if (done) await signalWaiting(ctx, 'deliveries.waiting');
    return done;
  } catch (error) {
    // A new reversal of the same receipt came in between: the next round sees it.
    if (isReceiptLive(error)) return false;
    throw error;
  }
}

/** Another reversal of the receipt. It explains why this one was refused, or shows that the money was sent back twice. */
async function otherReversal(
  ctx: Context,
  { transactionId, ...disbursement }: DisbursementRow,
  { isAlreadyReversed }: DisbursementFact,
  to: Settle['to'],
): Promise<LiveReversal | undefined> {
  if (transactionId === null || (to === 'failed' && !isAlreadyReversed)) return undefined;
  return findOtherReversal(ctx.db.pool, { ...disbursement, transactionId });
}

function settlementAudit(
  { resultCode }: DisbursementRow,
  to: Settle['to'],
  late: boolean,
  other: LiveReversal | undefined,
): Audit | null {
  const entry = { id: uuidv7(), actor: 'provider' };
  if (late) return { ...entry, action: 'disbursement.succeeded_late', detail: { previousResultCode: resultCode } };
  if (to === 'success' || !other) return null;
  const detail = { reversedBy: other.id, reversedByStatus: other.status };
  return { ...entry, action: 'disbursement.already_reversed', detail };
}

/** The reviews that a settlement opens. */
function settlementReviews(
  disbursement: DisbursementRow,
  fact: DisbursementFact,
  { to, late, other }: Settled,
): NewReview[] {
  const { resultCode: previousResultCode, transactionId } = disbursement;
  const isTwice = to === 'success' && other !== undefined;
  return [
    ...(late ? [{ reason: 'paid_late' as const, detail: { previousResultCode, receipt: fact.receipt } }] : []),
    ...(isTwice ? [{ reason: 'same_money' as const, detail: { transactionId, otherReversal: other.id } }] : []),
    ...(amountDiffers(disbursement, fact) ? [amountReview(disbursement, fact)] : []),
  ];
}

type Settled = { to: Settle['to']; late: boolean; other: LiveReversal | undefined };

const amountReview = ({ amount }: DisbursementRow, fact: DisbursementFact): NewReview => ({
  reason: 'amount_differed',
  detail: { sent: amount, reported: fact.amount },
});

/** A fact about a settled disbursement may still report a different amount. */
async function noteAmount(ctx: Context, disbursement: DisbursementRow, fact: DisbursementFact): Promise<void> {
  if (!amountDiffers(disbursement, fact)) return;
  const subject = { kind: 'disbursement' as const, id: disbursement.id };
  await openReviewOf(ctx.db.pool, subject, amountReview(disbursement, fact), ctx.clock.now());
}

/** A fact about a settled disbursement may be the first that names who was paid. */
async function notePayee(ctx: Context, disbursement: DisbursementRow, fact: DisbursementFact): Promise<void> {
  const payeeName = payeeNameOf(disbursement, fact);
  if (payeeName === null || disbursement.payeeName !== null) return;
  await storePayeeName(ctx.db.pool, { id: disbursement.id, payeeName });
}

async function noteContradiction(
  ctx: Context,
  { id, status }: DisbursementRow,
  fact: DisbursementFact,
  { reason, needsReview }: DisbursementDecision & { kind: 'contradiction' },
): Promise<void> {
  const { door, outcome, resultCode } = fact;
  const detail = { door, outcome, resultCode, reason, status };
  ctx.log[needsReview ? 'error' : 'warn']({ disbursementId: id, ...detail }, 'A fact contradicts a disbursement.');
  await recordContradiction(
    ctx.db.pool,
    {
      id,
      reviews: needsReview ? [{ reason: 'result_contradicted', detail: { ...detail, receipt: fact.receipt } }] : [],
      at: ctx.clock.now(),
    },
    { id: uuidv7(), actor: 'provider', action: 'disbursement.contradicted', detail },
  );
  if (status === 'pending' && needsReview) await bringInquiryForward(ctx.db.pool, id, ctx.clock.now());
}
