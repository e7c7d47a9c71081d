import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import type { Scenario, WithHandset } from './handset.ts';
import { sandboxOnly } from './sandbox-only.ts';

/**
 * The phones and amounts that play a part at the simulator; none when the sandbox is the provider's
 * own.
 * @throws DomainError not_found (production), unavailable (no answer from the simulator)
 */
export async function listScenarios(ctx: TenantContext & WithHandset): Promise<Scenario[]> {
  requirePermission(ctx, 'handset.use');
  sandboxOnly(ctx.tenant);
  return ctx.handset.listScenarios();
}
