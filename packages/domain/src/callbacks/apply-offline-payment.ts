import { receiveOfflinePayment } from '../c2b/index.ts';
import type { CallbackRow } from '../inbox/index.ts';
import { type Applied, unread } from '../inbox/index.ts';
import type { Context, WithProvider } from '../kernel/context.ts';
import { keepBalance } from './balance-statements.ts';
import { confirmationBalanceOf } from './confirmation-balance.ts';

/** Reads a C2B confirmation and applies it to its payment. */
export async function applyOfflinePayment(
  ctx: Context & Pick<WithProvider, 'provider' | 'accounts'>,
  callback: CallbackRow,
): Promise<Applied> {
  const parsed = ctx.provider.parseOfflinePayment(callback.body);
  if (!parsed.ok) return unread(parsed.reason);
  const received = await receiveOfflinePayment(ctx, {
    registrationId: callback.subjectId,
    payment: parsed.value,
    callbackId: callback.id,
    receivedAt: callback.receivedAt,
  });
  // The money arrived, so its balance counts, whatever payment the confirmation belongs to.
  const balance =
    received.kind === 'refused' || received.kind === 'decided' ? undefined : confirmationBalanceOf(parsed.value);
  if (balance) await keepBalance(ctx.db.pool, callback.subjectId, balance);
  switch (received.kind) {
    case 'held':
      return { state: 'held', retryAt: received.until };
    case 'refused':
      return { state: 'unmatched', error: received.reason };
    case 'recorded':
      return { state: 'marked' };
    default:
      return { state: 'applied' };
  }
}
