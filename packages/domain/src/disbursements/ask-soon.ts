import type { Context } from '../context.ts';
import * as disbursements from './statements.ts';

/** The provider gave up waiting, which settles nothing: the next sweep asks what became of the disbursement. */
export async function askSoon(ctx: Context, disbursementId: string): Promise<void> {
  ctx.log.warn({ disbursementId }, 'the provider timed out on a disbursement; it stays pending and is asked about');
  await disbursements.askSoon(ctx.db.pool, disbursementId, ctx.clock.now());
}
