import { answerValidation, isQuestion, receiveCallback } from '@tillgate/domain/callbacks';
import type { Deps } from '../deps.ts';
import type { Routes } from '../routes-type.ts';
import { acknowledgement, rawHook } from './raw-hook.ts';

/**
 * Where the provider asks whether an offline payment may go through, answered at once, and where it tells of the payment:
 * stored, then acknowledged, applied at our own pace. Both come in one form.
 */
export function c2bHook(app: Routes, deps: Deps): void {
  const { context } = deps;
  rawHook(app, deps, '/c2b-hook/:token', async ({ token, body, remoteIp, query }) => {
    const isMarked = query.validation === '1';
    const parsed = isMarked ? undefined : context.provider.parseOfflinePayment(body);
    if (!isMarked && !(parsed?.ok && isQuestion(parsed.value))) {
      await receiveCallback(context, { kind: 'c2b_confirmation', token, body, remoteIp });
      return acknowledgement;
    }
    const ResultCode = await answerValidation(context, { token, body, remoteIp, isMarked });
    return { ResultCode, ResultDesc: ResultCode === '0' ? 'Accepted' : 'Rejected' };
  });
}
