import type { Tenant, TenantContext } from '@tillgate/domain';
import { authorityOf, findApplicationAccess } from '@tillgate/domain/organizations';
import { asPerson } from '@tillgate/domain/users';
import type { Person } from '@/auth';
import type { Deps } from '@/deps';
import { countCall } from '@/trpc/procedure-limits';
import { noApplication, refusal } from './errors.ts';

/** Counting may look at a million rows. */
const changeCost = 20;

/**
 * Lets the person of a session use the exports of one application and environment. A reporting token has
 * no exporter: it changes nothing.
 * @throws GraphQLError NOT_FOUND, FORBIDDEN (the organization is suspended)
 * @throws DomainError rate_limited
 */
export type Exporter = (where: Tenant, isChange: boolean) => Promise<TenantContext>;

export function createExporter({ context, identity, procedureLimits }: Deps, person: Person): Exporter {
  return async ({ applicationId, environment }, isChange) => {
    const access = await findApplicationAccess(context, { ...person, applicationId });
    if (!access?.isOpen) throw noApplication();
    await countCall(procedureLimits.organization, access.organizationId, isChange ? changeCost : 1);
    if (isChange && access.suspension) {
      throw refusal('FORBIDDEN', 'This organization is suspended. Ask the operator of this service.');
    }
    const { actor } = asPerson({ ...context, ...identity }, person);
    const tenant = { applicationId, environment };
    return { ...context, actor, tenant, authority: authorityOf(access.role) };
  };
}
