import { validate as isUuid } from 'uuid';
import type { Context, Tenant } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import type { Policy } from './policy.ts';
import { findPolicy } from './statements.ts';

/**
 * The policy of an application and environment.
 * @throws DomainError not_found when there is no such application
 */
export async function readPolicy({ db }: Pick<Context, 'db'>, tenant: Tenant): Promise<Policy> {
  const where = { id: tenant.applicationId };
  const application = isUuid(where.id) && (await db.prisma.application.findUnique({ where, select: { id: true } }));
  if (!application) throw notFound('application');
  return findPolicy(db.pool, tenant);
}
