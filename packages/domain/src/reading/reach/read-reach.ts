import type { Context } from '../../kernel/context.ts';
import type { Permission } from '../../kernel/permission.ts';
import { missingSignIn, permissionsOf } from '../../organizations/index.ts';
import { readingPermissions, type TokenCaller } from '../../reporting-tokens/index.ts';
import type { SignInProof } from '../../users/index.ts';
import type { Reach } from './reach.ts';

type Applications = { id: string; name: string }[];
type Owner = { organizationId: string; permissions: ReadonlySet<Permission>; applications: Applications };

const applications = { orderBy: { createdAt: 'asc' }, select: { id: true, name: true } } as const;

/** The reach of a reporting token: its one application, or all of its organization. */
export async function readReachOfToken(ctx: Pick<Context, 'db'>, caller: TokenCaller): Promise<Reach> {
  const { organizationId, applicationId, permissions } = caller;
  const owned = await ctx.db.prisma.application.findMany({
    where: { organizationId, ...(applicationId !== undefined && { id: applicationId }) },
    ...applications,
  });
  return reachOf([{ organizationId, permissions, applications: owned }]);
}

/**
 * The reach of a person's session: all applications of their organizations, with the permissions of their role. An
 * organization whose sign-in rule the session does not meet is left out.
 */
export async function readReachOfPerson(
  ctx: Pick<Context, 'db'>,
  { userId, signIn }: { userId: string; signIn: SignInProof },
): Promise<Reach> {
  const memberships = await ctx.db.prisma.membership.findMany({
    where: { userId },
    orderBy: { createdAt: 'asc' },
    select: { role: true, organization: { select: { id: true, requiredSignIn: true, applications } } },
  });
  const open = memberships.filter(({ organization }) => !missingSignIn(organization.requiredSignIn, signIn));
  return reachOf(
    open.map(({ role, organization }) => ({
      organizationId: organization.id,
      permissions: new Set(permissionsOf(role).filter((one) => readingPermissions.some((known) => known === one))),
      applications: organization.applications,
    })),
  );
}

function reachOf(owners: Owner[]): Reach {
  return new Map(
    owners.flatMap(({ organizationId, permissions, applications: owned }) =>
      owned.map(({ id, name }) => [id, { applicationId: id, name, organizationId, permissions }] as const),
    ),
  );
}
