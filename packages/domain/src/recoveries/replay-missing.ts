import { requirePermission } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import type { StartRecoveryInput } from './schemas.ts';
import { type StartedRecovery, startRecovery } from './start-recovery.ts';

/**
 * Sends an endpoint the events that it has no delivery of, made from `since` to `until` (now when
 * left out, at most 30 days back): while it was disabled or before it was registered. Sends only
 * types that it receives, and no tests. Runs in the background, batch by batch. While one runs, a
 * second request returns the first.
 * @throws DomainError invalid_input, also when the endpoint is disabled; not_found
 */
export function replayMissing(ctx: ActorContext, input: StartRecoveryInput): Promise<StartedRecovery> {
  requirePermission(ctx, 'endpoints.write');
  return startRecovery(ctx, 'missing', input);
}
