import type { CallbackKind } from '@tillgate/db';
import { findRegistration } from '../c2b/index.ts';
import {
  type Applied,
  type CallbackRow,
  findCallback,
  isEnded,
  markCallback,
  namesReceipt,
  nextRetry,
} from '../inbox/index.ts';
import type { Context, WithProvider } from '../kernel/context.ts';
import { secondsSince } from '../kernel/time.ts';
import { openReviewOf, openReviewOfCallback } from '../reviews/index.ts';
import { applyOfflinePayment } from './apply-offline-payment.ts';
import { applyPromptCallback } from './apply-prompt-callback.ts';
import { applyRailNotice } from './apply-rail-notice.ts';
import { applyQueueTimeout, applyResult } from './apply-result.ts';
import { applyValidation } from './apply-validation.ts';
import { findNoticeSubject } from './notice-statements.ts';

type ApplyContext = Context & WithProvider;

/** What each kind of callback does to its subject. */
const appliers: Record<CallbackKind, (ctx: ApplyContext, callback: CallbackRow) => Promise<Applied>> = {
  stk_callback: applyPromptCallback,
  c2b_confirmation: applyOfflinePayment,
  c2b_validation: applyValidation,
  result: applyResult,
  queue_timeout: applyQueueTimeout,
  rail_notice: applyRailNotice,
};

/**
 * Applies a stored callback to its subject. Safe to run twice, because the rows decide. A callback that cannot be read or
 * contradicts its subject becomes `unmatched`. An unreadable one with a receipt opens a review. The sweep retries
 * callbacks that wait or that failed because of us.
 */
export async function applyCallback(ctx: ApplyContext, callbackId: string): Promise<void> {
  const callback = await findCallback(ctx.db.pool, callbackId);
  if (!callback || isEnded(callback)) return;
  // Signals may arrive out of order. The earliest of contradicting callbacks must decide.
  for (const earlierId of callback.earlierIds) {
    const earlier = await findCallback(ctx.db.pool, earlierId);
    if (earlier && !isEnded(earlier)) await applyOne(ctx, earlier);
  }
  await applyOne(ctx, callback);
}

async function applyOne(ctx: ApplyContext, callback: CallbackRow): Promise<void> {
  const callbackId = callback.id;
  const now = ctx.clock.now();
  try {
    const applied = await appliers[callback.kind](ctx, callback);
    countApplied(ctx, callback, applied.state === 'marked' ? 'applied' : applied.state);
    if (applied.state === 'marked') return;
    if (applied.state === 'unmatched') {
      ctx.log.warn({ callbackId, reason: applied.error }, 'A callback matches no payment, payout or inquiry.');
      if (applied.isUnread && namesReceipt(callback.body)) await flagSubject(ctx, callback, applied.error);
    }
    await markCallback(ctx.db.pool, callbackId, {
      state: applied.state === 'held' ? 'received' : applied.state,
      error: applied.state === 'unmatched' ? applied.error : null,
      retryAt: applied.state === 'held' ? applied.retryAt : null,
      now,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const retryAt = nextRetry(callback.attempts + 1, now);
    countApplied(ctx, callback, retryAt ? 'failed' : 'given_up');
    const next = retryAt ? 'It is tried again.' : 'It is given up, and its subject needs review.';
    const { subjectId, subjectKind } = callback;
    ctx.log.error({ callbackId, subjectId, subjectKind, err: error }, `A callback could not be applied. ${next}`);
    await markCallback(ctx.db.pool, callbackId, { state: 'failed', error: reason, retryAt, now });
    if (retryAt === null) await flagSubject(ctx, callback, reason);
  }
}

type Counted = Pick<CallbackRow, 'kind' | 'receivedAt' | 'subjectId' | 'subjectKind'>;

/** Counts the result of a callback and, when it is applied, the time since its arrival. */
export function countApplied(
  ctx: Pick<Context, 'meter' | 'trace' | 'clock'>,
  { kind, receivedAt, subjectId, subjectKind }: Counted,
  outcome: 'applied' | 'held' | 'unmatched' | 'failed' | 'given_up',
): void {
  ctx.meter?.callbacksApplied({ kind, outcome });
  const now = ctx.clock.now();
  if (outcome === 'applied') ctx.meter?.callbackSeconds({ kind }, secondsSince(receivedAt, now));
  // The subject of an offline payment is the registration, and that of a foreign notice the account. There is no payment.
  if (subjectKind === 'c2b_registration' || subjectKind === 'rail_account') return;
  const attributes = { 'tillgate.outcome': outcome };
  const isError = outcome === 'failed' || outcome === 'given_up';
  ctx.trace?.({
    name: `callback ${kind}`,
    of: subjectId,
    kind: 'consumer',
    from: receivedAt,
    to: now,
    attributes,
    isError,
  });
}

/** Opens a review of the subject when its callback is given up or cannot be read. */
async function flagSubject(ctx: Context, callback: CallbackRow, error: string): Promise<void> {
  const { id, subjectId, subjectKind } = callback;
  const review = { reason: 'callback_failed' as const, detail: { callbackId: id, error } };
  const now = ctx.clock.now();
  if (subjectKind !== 'c2b_registration' && subjectKind !== 'rail_account') {
    await openReviewOf(ctx.db.pool, { kind: subjectKind, id: subjectId }, review, now);
    return;
  }
  const owner =
    subjectKind === 'rail_account'
      ? await findNoticeSubject(ctx.db.pool, callback)
      : await findRegistration(ctx.db.pool, subjectId);
  if (owner) await openReviewOfCallback(ctx.db.pool, { ...owner, id }, review, now);
}
