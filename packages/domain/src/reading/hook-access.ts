import type { TenantContext } from '../kernel/context.ts';

/** Whether every address may post callbacks of a production tenant. The API records this when it starts. */
export async function isHookOpen({ db, tenant }: Pick<TenantContext, 'db' | 'tenant'>): Promise<boolean> {
  if (tenant.environment !== 'production') return false;
  const access = await db.prisma.callbackAccess.findUnique({ where: { environment: 'production' } });
  return access?.isOpen ?? false;
}
