import type { CallbackKind } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { outliveOutage } from '../outlive-outage.ts';
import { bodyHash, isCallbackToken, perSubjectMax, sweepAfterSeconds } from './callback.ts';
import { publishReceived } from './publish-received.ts';
import * as callbacks from './statements.ts';

/**
 * The provider posts once and waits for seconds: a callback must survive a short absence of the
 * database.
 */
const storePatienceMs = 5_000;

/** The hook whose token each kind of callback is posted under. */
const hookOf: Record<CallbackKind, callbacks.Hook> = {
  stk_callback: 'stk',
  result: 'result',
  queue_timeout: 'result',
  c2b_confirmation: 'c2b',
  c2b_validation: 'c2b',
};

/**
 * Stores what the provider posted to a hook, before the provider gets its answer. A repeat is
 * stored once.
 * @throws DomainError not_found when there is no hook with that token
 */
export async function receiveCallback(
  ctx: Context,
  input: { kind: CallbackKind; token: string; body: Buffer; remoteIp: string },
): Promise<void> {
  const now = ctx.clock.now();
  const hook = hookOf[input.kind];
  const callback = {
    id: uuidv7(),
    ...input,
    bodyHash: bodyHash(input.body),
    receivedAt: now,
    retryAt: new Date(now.getTime() + sweepAfterSeconds * 1000),
  };
  // A shortcode gets as many offline payments as it has customers; a prompt gets one answer.
  const max = hook === 'c2b' ? null : perSubjectMax;
  const known = isCallbackToken(input.token);
  const stored = known
    ? await outliveOutage(ctx, storePatienceMs, () => callbacks.store(ctx.db.pool, hook, callback, max))
    : undefined;
  if (!stored?.subjectId) throw new DomainError('not_found', 'There is no such hook.');
  if (stored.callbackId !== null) await publishReceived(ctx, [stored.callbackId]);
}
