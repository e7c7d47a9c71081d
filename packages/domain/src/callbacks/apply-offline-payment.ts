import { takeOfflinePayment } from '../c2b/index.ts';
import type { CallbackRow } from '../inbox/index.ts';
import { type Applied, unread } from '../inbox/index.ts';
import type { Context, WithProvider } from '../kernel/context.ts';
import { keepBalance } from './balance-statements.ts';
import { toldBalanceOf } from './told-balance.ts';

/** Reads a C2B confirmation and brings it to its payment. */
export async function applyOfflinePayment(
  ctx: Context & Pick<WithProvider, 'provider' | 'providerAccount'>,
  callback: CallbackRow,
): Promise<Applied> {
  const parsed = ctx.provider.parseOfflinePayment(callback.body);
  if (!parsed.ok) return unread(parsed.reason);
  const taken = await takeOfflinePayment(ctx, {
    registrationId: callback.subjectId,
    payment: parsed.value,
    callbackId: callback.id,
    receivedAt: callback.receivedAt,
  });
  // The money is there, whatever it is found to be for.
  const told = taken.kind === 'refused' || taken.kind === 'decided' ? undefined : toldBalanceOf(parsed.value);
  if (told) await keepBalance(ctx.db.pool, callback.subjectId, told);
  switch (taken.kind) {
    case 'held':
      return { state: 'held', retryAt: taken.until };
    case 'refused':
      return { state: 'unmatched', error: taken.reason };
    case 'recorded':
      return { state: 'marked' };
    default:
      return { state: 'applied' };
  }
}
