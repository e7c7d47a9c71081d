import { answerValidation, isValidation } from '@tillgate/domain/callbacks';
import { receiveCallback } from '@tillgate/domain/inbox';
import type { Deps } from '../deps.ts';
import type { Routes } from '../routes-type.ts';
import { acknowledgement, rawHook } from './raw-hook.ts';

/**
 * Receives validations and confirmations of offline payments, which have the same form. A validation gets its verdict at
 * once. A confirmation is stored, acknowledged, and applied later.
 */
export function c2bHook(app: Routes, deps: Deps): void {
  const { context } = deps;
  rawHook(app, '/c2b-hook/:token', async ({ token, body, remoteIp, query }) => {
    const isMarked = query.validation === '1';
    const parsed = isMarked ? undefined : context.provider.parseOfflinePayment(body);
    if (!isMarked && !(parsed?.ok && isValidation(parsed.value))) {
      await receiveCallback(context, { kind: 'c2b_confirmation', token, body, remoteIp });
      return acknowledgement;
    }
    const ResultCode = await answerValidation(context, { token, body, remoteIp, isMarked });
    return { ResultCode, ResultDesc: ResultCode === '0' ? 'Accepted' : 'Rejected' };
  });
}
