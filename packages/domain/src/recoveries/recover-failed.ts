import { requirePermission } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import type { StartRecoveryInput } from './schemas.ts';
import { type StartedRecovery, startRecovery } from './start-recovery.ts';

/**
 * Sends deliveries again that failed for good or were cancelled, of those made from `since` to `until` (now when left
 * out, at most 30 days back), under the same x-webhook-id. Deliveries that wait for a retry get it now. Tests are
 * skipped. Runs in the background, in batches. While one runs, a second request returns the first.
 * @throws DomainError invalid_input, also when the endpoint is disabled; not_found
 */
export function recoverFailed(ctx: ActorContext, input: StartRecoveryInput): Promise<StartedRecovery> {
  requirePermission(ctx, 'endpoints.write');
  return startRecovery(ctx, 'failed', input);
}
