import { type CallbackKind, isDatabaseOutage } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../kernel/context.ts';
import { DomainError, notFound } from '../kernel/errors.ts';
import { orLate } from '../kernel/or-late.ts';
import { outliveOutage } from '../kernel/outlive-outage.ts';
import { isCallbackToken } from './callback.ts';
import { keepInSpool, storeAndPublish, type WithInbox } from './store-posted.ts';

/** The provider waits for seconds only. When the database is away for longer than this, callbacks go to the spool. */
const storePatienceMs = 2_000;
/** Time reserved for the last attempt within the patience. */
const patienceMarginMs = 500;

/**
 * Stores what the provider posted to a hook, before the provider gets its answer. A repeat is stored once. While the
 * database is unavailable or refuses the callback, it goes to the end of the spool, because the provider does not repeat
 * it.
 * @param patienceMs how long it waits for the database before it spools
 * @throws DomainError not_found when there is no hook with that token, or a hook of production was
 *   posted to from an address that is not the provider's; unavailable when the database is unavailable and
 *   the spool is full
 */
export async function receiveCallback(
  ctx: Context & WithInbox,
  input: { kind: CallbackKind; token: string; body: Buffer; remoteIp: string },
  patienceMs = storePatienceMs,
): Promise<void> {
  if (!isCallbackToken(input.token)) throw notFound('hook');
  const posted = { id: uuidv7(), ...input, receivedAt: ctx.clock.now() };
  // Spooled callbacks arrived earlier, so a newer one must not overtake them.
  if (ctx.spool.count() > 0) return keepInSpool(ctx, posted);
  const storing = outliveOutage(ctx, () => storeAndPublish(ctx, posted), patienceMs);
  const stored = await orSpooled(ctx, storing, patienceMs);
  if (stored === 'late') {
    // The pending statement may still succeed, but the inbox stores a body once.
    await keepInSpool(ctx, posted);
    ctx.log.warn({ kind: posted.kind, callbackId: posted.id }, 'The callback is spooled.');
    return;
  }
  if (stored !== 'stored') throw notFound('hook');
}

/** Returns `late` when the database fails, is away, or hangs for longer than the patience. */
async function orSpooled<T>(ctx: Pick<Context, 'log'>, work: Promise<T>, patienceMs: number): Promise<T | 'late'> {
  try {
    return await orLate(work, patienceMs + patienceMarginMs);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    if (!isDatabaseOutage(error)) ctx.log.error({ err: error }, 'A callback could not be stored.');
    return 'late';
  }
}
