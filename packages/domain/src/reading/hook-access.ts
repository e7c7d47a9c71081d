import type { TenantContext } from '../kernel/context.ts';

/**
 * Returns whether callbacks of the tenant are taken from every address although the tenant is in
 * production. The API records it when it starts.
 */
export async function isHookOpen({ db, tenant }: Pick<TenantContext, 'db' | 'tenant'>): Promise<boolean> {
  if (tenant.environment !== 'production') return false;
  const access = await db.prisma.callbackAccess.findUnique({ where: { environment: 'production' } });
  return access?.isOpen ?? false;
}
