import { audit } from '../audit/index.ts';
import type { Context, WithProvider } from '../context.ts';
import { askSoon, factOfInquiry, factOfResult, findDisbursement, settleDisbursement } from '../disbursements/index.ts';
import { endInquiry, failInquiry, findInquiry, type InquiryRow, idsContradict } from '../inquiries/index.ts';
import type { AsyncResult } from '../provider-port.ts';
import { type Applied, contradiction } from './callback.ts';
import type * as callbacks from './statements.ts';

type ResultContext = Context & Pick<WithProvider, 'provider'>;

const noSubject: Applied = { state: 'unmatched', error: 'Its subject is gone.' };

/** Reads the result of a secured operation and settles its disbursement, or ends its inquiry. */
export async function applyResult(ctx: ResultContext, callback: callbacks.CallbackRow): Promise<Applied> {
  const parsed = ctx.provider.parseResult(callback.body);
  if (!parsed.ok) return { state: 'unmatched', error: parsed.reason };
  const result = parsed.value;
  if (!result.final) return { state: 'applied' };
  if (await findDisbursement(ctx.db.pool, callback.subjectId)) {
    const fact = factOfResult(result, ctx.provider.readReceipt(result));
    const settled = await settleDisbursement(ctx, callback.subjectId, fact, callback.id);
    return settled === 'contradiction' ? contradiction : { state: 'applied' };
  }
  const inquiry = await findInquiry(ctx.db.pool, callback.subjectId);
  return inquiry ? applyToInquiry(ctx, inquiry, result, callback.id) : noSubject;
}

/** The provider gave up waiting. It is no result: what it did, if anything, is asked about. */
export async function applyQueueTimeout(ctx: Context, callback: callbacks.CallbackRow): Promise<Applied> {
  if (await findDisbursement(ctx.db.pool, callback.subjectId)) {
    await askSoon(ctx, callback.subjectId);
    return { state: 'applied' };
  }
  const inquiry = await findInquiry(ctx.db.pool, callback.subjectId);
  if (!inquiry) return noSubject;
  await failInquiry(ctx, inquiry, 'queueTimeout', callback.id);
  return { state: 'applied' };
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
  if (inquiry.disbursementId !== null) await settleAskedAbout(ctx, inquiry.disbursementId, result);
  await endInquiry(ctx, inquiry, result, callbackId);
  return { state: 'applied' };
}

async function settleAskedAbout(ctx: ResultContext, disbursementId: string, result: AsyncResult): Promise<void> {
  const disbursement = await findDisbursement(ctx.db.pool, disbursementId);
  if (!disbursement) throw new Error(`disbursement ${disbursementId} is gone`);
  const status = result.resultCode === '0' ? ctx.provider.readTransactionStatus(result) : null;
  await settleDisbursement(ctx, disbursementId, factOfInquiry(disbursement, status));
}

async function noteContradiction(
  ctx: Context,
  { id, applicationId }: InquiryRow,
  { resultCode }: AsyncResult,
  reason: string,
): Promise<void> {
  const { prisma } = ctx.db;
  const where = { id: applicationId };
  const application = await prisma.application.findUnique({ where, select: { organizationId: true } });
  await audit(prisma, {
    actor: 'provider',
    action: 'inquiry.contradicted',
    subjectId: id,
    organizationId: application?.organizationId,
    applicationId,
    detail: { resultCode, reason },
    at: ctx.clock.now(),
  });
}
