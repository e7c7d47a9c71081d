import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../kernel/context.ts';
import { publishOrLog } from '../signals/publish-or-log.ts';

/**
 * Asks the worker to query prompts and to inquire about the receipt while a confirmation is held. A failure is only
 * logged: the next look asks again.
 */
export function publishQueries(
  ctx: Context,
  due: { applicationId: string; callbackId: string; queryIds: string[]; askProvider: boolean; at: Date },
): Promise<void> {
  const { applicationId, callbackId, queryIds, askProvider, at } = due;
  const queries = queryIds.map((paymentId) => ({
    name: 'payment.query_due' as const,
    id: `query:${paymentId}:${at.getTime()}`,
    data: { paymentId, applicationId },
  }));
  // Made here, so that a signal that is delivered twice asks once.
  const inquiryId = uuidv7();
  const inquiry = {
    name: 'confirmation.question_due' as const,
    id: `inquiry:${inquiryId}`,
    data: { callbackId, inquiryId, applicationId },
  };
  return publishOrLog(ctx, askProvider ? [...queries, inquiry] : queries);
}
