import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../context.ts';
import { publishDeliveries } from '../outbox/index.ts';
import { type DisbursementDecision, type DisbursementFact, decideDisbursement } from './disbursement.ts';
import { disbursementEvent } from './disbursement-event.ts';
import { bringInquiryForward, storeReceipt } from './inquiry-statements.ts';
import { type DisbursementRow, findDisbursement, findOtherReversal } from './read-statements.ts';
import { recordContradiction, storeSettlement } from './statements.ts';

/**
 * After a lost compare-and-set the disbursement is read again, and the decision is a different one.
 */
const roundsMax = 3;
const alreadyReversedCode = 'R000001';

type DisbursementSettleResult = 'settled' | 'enriched' | 'still_pending' | 'already_settled' | 'contradiction';

/**
 * Settles a disbursement. Results and inquiries both come here: it decides, compares and sets,
 * freezes the webhooks and marks the callback in the same commit, and publishes the webhooks.
 * @param factOf reads the fact in the light of the disbursement
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
      case 'already_settled':
        return decision.kind;
      case 'contradiction':
        await noteContradiction(ctx, disbursement, fact, decision);
        return 'contradiction';
      case 'enrich': {
        const enrichment = { id: disbursementId, providerReceipt: decision.receipt };
        if (await storeReceipt(ctx.db.pool, enrichment)) return 'enriched';
        break;
      }
      case 'settle':
        if (await settle(ctx, disbursement, fact, decision.to, callbackId)) return 'settled';
        break;
    }
  }
  throw new Error(`disbursement ${disbursementId} changed under ${roundsMax} attempts to settle it`);
}

async function settle(
  ctx: Context,
  disbursement: DisbursementRow,
  fact: DisbursementFact,
  to: 'success' | 'failed',
  callbackId: string | null,
): Promise<boolean> {
  const settledAt = ctx.clock.now();
  const { id, transactionId } = disbursement;
  const { resultCode, resultDesc, door: settledBy } = fact;
  const providerReceipt = to === 'success' ? fact.receipt : null;
  const conversationId = disbursement.conversationId ?? fact.conversationId;
  const reversedBy =
    resultCode === alreadyReversedCode && transactionId !== null
      ? await findOtherReversal(ctx.db.pool, { ...disbursement, transactionId })
      : undefined;
  const settled = { ...disbursement, status: to, providerReceipt, conversationId, resultCode, resultDesc };
  const { settled: done, deliveries } = await storeSettlement(
    ctx.db.pool,
    {
      id,
      to,
      providerReceipt,
      originatorConversationId: fact.originatorConversationId,
      conversationId,
      resultCode,
      resultDesc,
      settledBy,
      settledAt,
      event: disbursementEvent(settled, settledAt, reversedBy),
      audit: reversedBy
        ? {
            id: uuidv7(),
            actor: 'provider',
            action: 'disbursement.already_reversed',
            detail: { reversedBy: reversedBy.id, reversedByStatus: reversedBy.status },
          }
        : null,
      reviews: [],
    },
    callbackId,
  );
  if (done) await publishDeliveries(ctx, deliveries);
  return done;
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
