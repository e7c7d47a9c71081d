import type { ActorContext } from '../audit/index.ts';
import type { StartRecoveryInput } from './schemas.ts';
import { type StartedRecovery, startRecovery } from './start-recovery.ts';

/**
 * Sends everything to an endpoint again that failed for good or was cancelled, of the deliveries made from `since` to `until`
 * (now when left out, at most 30 days back), under the same x-webhook-id; what waits for a retry gets that now. Tests are left
 * alone. Carried out batch by batch in the background. While one runs, a second is the same as the first.
 * @throws DomainError invalid_input, also when the endpoint is disabled; not_found
 */
export function recoverFailed(ctx: ActorContext, input: StartRecoveryInput): Promise<StartedRecovery> {
  return startRecovery(ctx, 'failed', input);
}
