import type { TenantContext } from '../kernel/context.ts';
import { invalidInput, issue } from '../kernel/input.ts';
import { signalWaiting } from '../signals/signal-waiting.ts';
import { inboxIssues } from './refusals.ts';
import { reopenCallback } from './statements.ts';

/**
 * Has the worker apply a failed or unmatched callback once more. The caller has checked that it belongs to the tenant.
 * @throws DomainError invalid_input (it is applied, or its body was erased)
 */
export async function applyAgain(ctx: TenantContext, callbackId: string): Promise<void> {
  const now = ctx.clock.now();
  if (!(await reopenCallback(ctx.db.pool, callbackId, now))) {
    throw invalidInput(issue('reviewId', inboxIssues.callbackApplied));
  }
  await signalWaiting(ctx, 'callbacks.waiting');
}
