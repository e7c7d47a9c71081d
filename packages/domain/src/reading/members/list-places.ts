import type { Role, SignInRequirement } from '@tillgate/db';
import { validate as isUuid } from 'uuid';
import type { Context } from '../../kernel/context.ts';
import { missingSignIn } from '../../organizations/index.ts';
import type { SignInProof } from '../../users/index.ts';

/** An organization that a person belongs to, with its applications. */
export type Place = {
  organizationId: string;
  name: string;
  role: Role;
  /** Empty while the session needs something. */
  applications: { applicationId: string; name: string }[];
  /** What the session lacks to see the organization. */
  needs: SignInRequirement | null;
};

/** Far more than anybody uses. */
const placesMax = 100;
const applicationsMax = 500;

/** A person's organizations and applications, by name. */
export async function listPlaces(
  ctx: Context,
  { userId, signIn }: { userId: string; signIn: SignInProof },
): Promise<Place[]> {
  if (!isUuid(userId)) return [];
  const memberships = await ctx.db.prisma.membership.findMany({
    where: { userId },
    orderBy: [{ organization: { name: 'asc' } }, { organizationId: 'asc' }],
    take: placesMax,
    select: {
      role: true,
      organization: {
        select: {
          id: true,
          name: true,
          requiredSignIn: true,
          applications: {
            select: { id: true, name: true },
            orderBy: [{ name: 'asc' }, { id: 'asc' }],
            take: applicationsMax,
          },
        },
      },
    },
  });
  return memberships.map(({ role, organization }) => {
    const needs = missingSignIn(organization.requiredSignIn, signIn);
    const applications = organization.applications.map(({ id, name }) => ({ applicationId: id, name }));
    return {
      organizationId: organization.id,
      name: organization.name,
      role,
      applications: needs ? [] : applications,
      needs,
    };
  });
}
