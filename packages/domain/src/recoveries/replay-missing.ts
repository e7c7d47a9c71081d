import type { ActorContext } from '../audit/index.ts';
import type { StartRecoveryInput } from './schemas.ts';
import { type StartedRecovery, startRecovery } from './start-recovery.ts';

/**
 * Sends an endpoint the events it never had a delivery of, made from `since` to `until` (now when left out, at most 30 days
 * back): from before it was registered, or from while it was disabled. Only types that it wants, and no tests. Carried out
 * batch by batch in the background. While one runs, a second is the same as the first.
 * @throws DomainError invalid_input, also when the endpoint is disabled; not_found
 */
export function replayMissing(ctx: ActorContext, input: StartRecoveryInput): Promise<StartedRecovery> {
  return startRecovery(ctx, 'missing', input);
}
