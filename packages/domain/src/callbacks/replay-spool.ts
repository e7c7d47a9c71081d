import { isDatabaseOutage } from '@tillgate/db';
import { afterAttempt, type PostedCallback, storeAndPublish, type WithInbox } from '../inbox/index.ts';
import type { Context, WithProvider } from '../kernel/context.ts';
import { storeNotice } from './answer-validation.ts';

/** How many attempts failed for the oldest callback, and its id. */
export type ReplayTries = { id: string; count: number };

type ReplayContext = Context & WithInbox & Pick<WithProvider, 'provider'>;

/**
 * Stores the callbacks of the spool, oldest first, until it is empty or the database is unavailable. Each callback gets
 * the time at which it arrived. Safe to repeat after a crash at any moment: the inbox stores a body once, and a callback
 * leaves the spool after it was stored.
 * @param tries the result of the previous run
 */
export async function replaySpool(ctx: ReplayContext, tries?: ReplayTries): Promise<ReplayTries | undefined> {
  let last = tries;
  for (;;) {
    const posted = await ctx.spool.oldest();
    if (!posted) return undefined;
    const { id, kind } = posted;
    last = { id, count: last?.id === id ? last.count + 1 : 1 };
    const outcome = await attempt(ctx, posted);
    const then = afterAttempt(outcome, last.count);
    if (then === 'wait') return outcome === 'outage' ? { id, count: last.count - 1 } : last;
    if (then === 'set_aside') {
      ctx.log.error({ callbackId: id, kind }, 'A spooled callback cannot be stored. It was set aside in the spool.');
      await ctx.spool.setAside(id);
      continue;
    }
    if (outcome === 'unknown') {
      ctx.log.warn({ callbackId: id, kind }, 'A spooled callback was dropped: there is no hook with its token.');
    }
    await ctx.spool.remove(id);
  }
}

async function attempt(ctx: ReplayContext, posted: PostedCallback) {
  try {
    const stored =
      posted.kind === 'c2b_confirmation' ? await storeNotice(ctx, posted) : await storeAndPublish(ctx, posted);
    // The database was away when it came. If it was restored since, it may have forgotten the payment.
    const mayBeForgotten = stored === 'unknown' && ctx.isProviderAddress(posted.remoteIp, posted.kind);
    return mayBeForgotten && (await ctx.keepAstray?.(posted, false)) ? 'stored' : stored;
  } catch (error) {
    if (isDatabaseOutage(error)) return 'outage';
    ctx.log.error({ err: error, callbackId: posted.id }, 'A spooled callback could not be stored.');
    return 'error';
  }
}
