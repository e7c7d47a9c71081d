import type { Context } from '../kernel/context.ts';
import type { CallbackAddresses } from './provider-addresses.ts';

/**
 * Records which addresses may post production callbacks, so that the dashboard and `tillgate doctor` can show it. Every
 * API calls this at start, and all must have the same setting.
 */
export async function recordCallbackAccess(
  ctx: Pick<Context, 'db' | 'clock'>,
  allowed: CallbackAddresses,
): Promise<void> {
  const access = {
    isOpen: allowed.kind === 'any',
    addresses: allowed.kind === 'any' ? [] : [...allowed.addresses],
    writtenAt: ctx.clock.now(),
  };
  await ctx.db.prisma.callbackAccess.upsert({
    where: { environment: 'production' },
    create: { environment: 'production', ...access },
    update: access,
  });
}
