import type { Environment } from '@tillgate/db';
import { notFound, type TenantContext } from '@tillgate/domain';
import { z } from 'zod';
import { type OperatorContext, type OperatorOptions, withOperator } from './deps.ts';

export type TenantOptions = { app: string; env: Environment };

/**
 * Runs `use` as the operator within one application and environment.
 * @throws DomainError not_found when there is no such application
 */
export function withTenant<T>(
  { app, env }: TenantOptions,
  use: (ctx: TenantContext & OperatorContext) => Promise<T>,
  options: OperatorOptions = {},
): Promise<T> {
  return withOperator(async (ctx) => {
    const application = z.uuid().safeParse(app).success
      ? await ctx.db.prisma.application.findUnique({ where: { id: app }, select: { id: true } })
      : null;
    if (!application) throw notFound('application');
    return use({ ...ctx, tenant: { applicationId: application.id, environment: env } });
  }, options);
}
