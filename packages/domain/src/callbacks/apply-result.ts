import { audit } from '../audit/index.ts';
import { hearAboutReceipt } from '../c2b/index.ts';
import { askSoon, factOfInquiry, factOfOriginal, factOfResult, settleDisbursement } from '../disbursements/index.ts';
import type { CallbackRow } from '../inbox/index.ts';
import { type Applied, contradiction, unread } from '../inbox/index.ts';
import { endInquiry, failInquiry, findInquiry, type InquiryRow, idsContradict } from '../inquiries/index.ts';
import type { Context, WithProvider } from '../kernel/context.ts';
import type { AsyncResult } from '../ports/provider.ts';

type ResultContext = Context & Pick<WithProvider, 'provider'>;

const noSubject: Applied = { state: 'unmatched', error: 'Its subject is gone.' };

/** Reads the result of a secured operation and settles its disbursement, or ends its inquiry. */
export async function applyResult(ctx: ResultContext, callback: CallbackRow): Promise<Applied> {
  const parsed = ctx.provider.parseResult(callback.body);
  if (!parsed.ok) return unread(parsed.reason);
  const result = parsed.value;
  if (!result.final) return { state: 'applied' };
  if (callback.subjectKind === 'disbursement') {
    const { readReceipt, readAmount, readPayee } = ctx.provider;
    const read = { receipt: readReceipt(result), amount: readAmount(result), payee: readPayee(result) };
    const fact = factOfResult(result, read);
    const settled = await settleDisbursement(ctx, callback.subjectId, () => fact, callback.id);
    if (settled === 'contradiction') return contradiction;
    return { state: settled === 'settled' ? 'marked' : 'applied' };
  }
  const inquiry = await findInquiry(ctx.db.pool, callback.subjectId);
  return inquiry ? applyToInquiry(ctx, inquiry, result, callback.id) : noSubject;
}

/**
 * The provider's queue timed out. That is not a result, so a disbursement stays pending and the next sweep inquires about
 * it.
 */
export async function applyQueueTimeout(ctx: Context, callback: CallbackRow): Promise<Applied> {
  if (callback.subjectKind === 'disbursement') {
    await askSoon(ctx, callback.subjectId);
    return { state: 'applied' };
  }
  const inquiry = await findInquiry(ctx.db.pool, callback.subjectId);
  if (!inquiry) return noSubject;
  const failed = await failInquiry(ctx, inquiry, 'queueTimeout', callback.id);
  return { state: failed ? 'marked' : 'applied' };
}

async function applyToInquiry(
  ctx: ResultContext,
  inquiry: InquiryRow,
  result: AsyncResult,
  callbackId: string,
): Promise<Applied> {
  const reason = idsContradict(inquiry, result);
  if (reason) {
    await noteContradiction(ctx, inquiry, result, reason);
    return contradiction;
  }
  // Before the inquiry ends, so that a crash in between leaves the callback to be applied again.
  if (inquiry.disbursementId !== null) {
    const reported = result.outcome === 'success' ? ctx.provider.readTransaction(result) : null;
    // An inquiry about a reversal without an id names the receipt of the reversed payment.
    const factOf = inquiry.transactionId === null ? factOfInquiry : factOfOriginal;
    await settleDisbursement(ctx, inquiry.disbursementId, (disbursement) => factOf(disbursement, reported));
  }
  const { kind } = await endInquiry(ctx, inquiry, result, callbackId);
  if (inquiry.callbackId !== null) await hearAboutReceipt(ctx, inquiry.callbackId, result);
  return { state: kind === 'end' ? 'marked' : 'applied' };
}

async function noteContradiction(
  ctx: Context,
  { id, applicationId }: InquiryRow,
  { resultCode }: AsyncResult,
  reason: string,
): Promise<void> {
  await audit(ctx.db.prisma, {
    actor: 'provider',
    action: 'inquiry.contradicted',
    subjectId: id,
    applicationId,
    detail: { resultCode, reason },
    at: ctx.clock.now(),
  });
}
