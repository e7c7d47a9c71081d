import type { z } from 'zod';
import { decideConfirmation, type decideConfirmationSchema, getHeldAmount } from '../c2b/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext, WithDashboardUrl } from '../kernel/context.ts';
import { type Requested, requestOrder } from './request-order.ts';

/**
 * Decides a held confirmation manually. A payment is recorded at once. "Not money" becomes an order, which needs a second
 * person where resolutions do, because it could hide money that arrived.
 * @returns the order; undefined when the confirmation is decided
 * @throws DomainError as `decideConfirmation` and `requestOrder`
 */
export async function decideHeld(
  ctx: TenantContext & Partial<WithDashboardUrl>,
  input: z.input<typeof decideConfirmationSchema>,
): Promise<Requested | undefined> {
  requirePermission(ctx, 'reviews.resolve');
  const { callbackId, to, note } = input;
  if (to !== 'not_money') {
    await decideConfirmation(ctx, input);
    return undefined;
  }
  const amount = await getHeldAmount(ctx, callbackId);
  const asked = { kind: 'not_money' as const, input: { callbackId, amount }, reason: note };
  return requestOrder(ctx, { ...asked, requestKey: crypto.randomUUID() });
}
