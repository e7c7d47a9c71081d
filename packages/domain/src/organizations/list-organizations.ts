import { requireOperator } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';

/** More than an operator reads at once. The newest ones are shown. */
const shownMax = 500;

/** An organization as the operator sees it. */
type OrganizationRow = {
  organizationId: string;
  name: string;
  createdAt: Date;
  suspendedAt: Date | null;
  /** Since when it may take real money on payment links, where it needs the operator's word. */
  linksAllowedAt: Date | null;
  /** How many members it has. */
  members: number;
  applications: { applicationId: string; name: string }[];
};

/**
 * The organizations of the installation, the newest first.
 * @throws DomainError forbidden (only the operator)
 */
export async function listOrganizations(ctx: ActorContext): Promise<OrganizationRow[]> {
  requireOperator(ctx);
  const rows = await ctx.db.prisma.organization.findMany({
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: shownMax,
    select: {
      id: true,
      name: true,
      createdAt: true,
      suspendedAt: true,
      linksAllowedAt: true,
      applications: { select: { id: true, name: true }, orderBy: { createdAt: 'asc' } },
      _count: { select: { memberships: true } },
    },
  });
  return rows.map(({ id, _count, applications, ...row }) => ({
    organizationId: id,
    ...row,
    members: _count.memberships,
    applications: applications.map((application) => ({ applicationId: application.id, name: application.name })),
  }));
}
