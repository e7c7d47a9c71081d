import type { Context } from '../kernel/context.ts';
import { bringInquiryForward } from './inquiry-statements.ts';

/** The provider's queue timed out, which settles nothing: the next sweep inquires about the disbursement. */
export async function askSoon(ctx: Context, disbursementId: string): Promise<void> {
  ctx.log.warn(
    { disbursementId },
    'The provider gave up waiting for a disbursement. It stays pending, and the next sweep asks about it.',
  );
  await bringInquiryForward(ctx.db.pool, disbursementId, ctx.clock.now());
}

/** Something was reported of the disbursement without a proof: the next sweep inquires about it. */
export function askOnHint(ctx: Pick<Context, 'db' | 'clock'>, disbursementId: string): Promise<void> {
  return bringInquiryForward(ctx.db.pool, disbursementId, ctx.clock.now());
}
