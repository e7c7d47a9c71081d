import type { CallbackKind } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import { batched } from '../kernel/batch.ts';
import type { Context } from '../kernel/context.ts';
import type { Log } from '../ports/ports.ts';
import { idsInNotice } from '../rails/index.ts';
import { signalWaiting } from '../signals/signal-waiting.ts';
import { bodyHash, isCallbackToken } from './callback.ts';
import type { Hook } from './hook-statements.ts';
import { countRefused, noteRefused } from './refusal-statements.ts';
import type { CallbackSpool, PostedCallback } from './spool.ts';
import * as callbacks from './statements.ts';

/** Capability: receives callbacks of the provider. */
export type WithInbox = {
  /** Whether an address may post production callbacks of a kind. */
  isProviderAddress(address: string, kind: CallbackKind): boolean;
  /** Where callbacks wait while the database is unavailable. */
  spool: CallbackSpool;
  /**
   * Keeps a callback whose payment a restored database forgot. Returns whether it is kept.
   * @param whenOpen only while a gap is open
   */
  keepAstray?(posted: PostedCallback, whenOpen: boolean): Promise<boolean>;
};

/** At most one audit entry per hook within this time. */
const refusalAuditSeconds = 3_600;

/** The hook whose token each kind of callback is posted under. */
const hookOf: Record<CallbackKind, Hook> = {
  stk_callback: 'stk',
  result: 'result',
  queue_timeout: 'result',
  c2b_confirmation: 'c2b',
  c2b_validation: 'c2b',
  rail_notice: 'rail',
};

const storing = (hook: Hook) =>
  batched((db, posted: Parameters<typeof callbacks.store>[2]) => callbacks.store(db.pool, hook, posted));

const store = { stk: storing('stk'), result: storing('result'), c2b: storing('c2b'), rail: storing('rail') };

/**
 * Stores a callback in the inbox, once, and publishes it. Production callbacks are only accepted from the provider's
 * addresses. The row that owns the token decides the environment. What the provider posted to a hook that a restored
 * database forgot is kept while a gap is open.
 * @param retryAt when a worker takes it; default: at once
 */
export async function storePosted(
  ctx: Context & Pick<WithInbox, 'isProviderAddress' | 'keepAstray'>,
  posted: PostedCallback,
  retryAt = posted.receivedAt,
): Promise<{ kind: 'stored'; callbackId: string | null } | { kind: 'unknown' | 'refused' }> {
  if (!isCallbackToken(posted.token)) return { kind: 'unknown' };
  const hook = hookOf[posted.kind];
  const isFromProvider = ctx.isProviderAddress(posted.remoteIp, posted.kind);
  const about = hook === 'rail' ? { about: idsInNotice(posted.body) } : {};
  const callback = { ...posted, ...about, bodyHash: bodyHash(posted.body), retryAt, isFromProvider };
  const found = await store[hook](ctx.db, callback);
  const count = (outcome: string) => ctx.meter?.callbacksReceived({ kind: posted.kind, outcome });
  const { subjectId, callbackId } = found;
  if (subjectId === null) {
    if (isFromProvider && (await ctx.keepAstray?.(posted, true))) {
      count('astray');
      return { kind: 'stored', callbackId: null };
    }
    count('unknown');
    return { kind: 'unknown' };
  }
  if (found.environment === 'production' && !isFromProvider) {
    count('refused');
    await refuse(ctx, { subjectId, applicationId: found.applicationId, remoteIp: posted.remoteIp });
    return { kind: 'refused' };
  }
  count(callbackId === null ? 'repeated' : 'stored');
  return { kind: 'stored', callbackId };
}

/** Keeps a callback on disk until the database is back. @throws DomainError unavailable when the spool is full */
export async function keepInSpool(ctx: Pick<Context, 'meter'> & WithInbox, posted: PostedCallback): Promise<void> {
  await ctx.spool.keep(posted);
  ctx.meter?.callbacksReceived({ kind: posted.kind, outcome: 'spooled' });
}

/** Stores a callback and signals the workers to apply it. */
export async function storeAndPublish(
  ctx: Context & Pick<WithInbox, 'isProviderAddress' | 'keepAstray'>,
  posted: PostedCallback,
): Promise<'stored' | 'unknown' | 'refused'> {
  const stored = await storePosted(ctx, posted);
  if (stored.kind === 'stored' && stored.callbackId !== null) await signalWaiting(ctx, 'callbacks.waiting');
  return stored.kind;
}

/** Logs a production callback from a foreign address, counts it for a review, and audits it from time to time. */
export async function refuse(
  ctx: Pick<Context, 'db' | 'clock'> & { log: Log },
  attempt: { subjectId: string; applicationId: string | null; remoteIp: string },
): Promise<void> {
  ctx.log.warn(attempt, 'A callback of production came from an address that is not allowed. It was refused.');
  const at = ctx.clock.now();
  const since = new Date(at.getTime() - refusalAuditSeconds * 1000);
  const { applicationId, remoteIp: address } = attempt;
  if (applicationId !== null) {
    await countRefused(ctx.db.pool, { id: uuidv7({ msecs: at.getTime() }), applicationId, address, at });
  }
  await noteRefused(ctx.db.pool, { id: uuidv7({ msecs: at.getTime() }), ...attempt, since, at });
}
