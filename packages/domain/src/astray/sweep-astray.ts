import { storePosted } from '../inbox/index.ts';
import type { Context } from '../kernel/context.ts';
import { signalWaiting } from '../signals/signal-waiting.ts';
import { listKnownAgain, matchRecorded, reviewOwned, storeMatched } from './statements.ts';

/** Callbacks that one run brings to the inbox. */
const storedMax = 200;

/** Ends what became clear about kept callbacks: their payment is known again, their money is recorded, or their owner is known. */
export async function sweepAstray(ctx: Context): Promise<void> {
  const known = await listKnownAgain(ctx.db.pool, storedMax);
  for (const posted of known) {
    // Where it came from was judged when it arrived.
    const stored = await storePosted({ ...ctx, isProviderAddress: () => true }, posted, ctx.clock.now());
    if (stored.kind === 'stored') await storeMatched(ctx.db.pool, posted.id, ctx.clock.now());
  }
  if (known.length > 0) await signalWaiting(ctx, 'callbacks.waiting');
  await matchRecorded(ctx.db.pool, ctx.clock.now());
  await reviewOwned(ctx.db.pool, ctx.clock.now());
}
