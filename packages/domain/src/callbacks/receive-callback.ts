import { callbacks } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { bodyHash, isCallbackToken, perPaymentMax, sweepAfterSeconds } from './callback.ts';

/**
 * Stores what the provider posted to a payment's hook, before it is acknowledged; a repeat is stored once.
 * @throws DomainError not_found when no payment has that token
 */
export async function receiveCallback(
  ctx: Context,
  input: { callbackToken: string; body: Buffer; remoteIp: string },
): Promise<void> {
  const now = ctx.clock.now();
  const stored = isCallbackToken(input.callbackToken)
    ? await callbacks.store(
        ctx.db.pool,
        {
          id: uuidv7(),
          ...input,
          bodyHash: bodyHash(input.body),
          receivedAt: now,
          retryAt: new Date(now.getTime() + sweepAfterSeconds * 1000),
        },
        perPaymentMax,
      )
    : { paymentId: null, callbackId: null };
  if (stored.paymentId === null) throw new DomainError('not_found', 'There is no such hook.');
  if (stored.callbackId === null) return;
  await ctx.publish([
    { name: 'callback.received', id: `callback:${stored.callbackId}`, data: { callbackId: stored.callbackId } },
  ]);
}
