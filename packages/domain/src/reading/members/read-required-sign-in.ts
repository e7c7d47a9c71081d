import type { SignInRequirement } from '@tillgate/db';
import { requirePermission } from '../../kernel/authority.ts';
import type { ActorContext } from '../../kernel/context.ts';

/** The sign-in rule of an organization; null without one. The caller checks permissions. */
export async function readRequiredSignIn(
  ctx: ActorContext,
  { organizationId }: { organizationId: string },
): Promise<SignInRequirement | null> {
  requirePermission(ctx, 'members.read');
  const found = await ctx.db.prisma.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { requiredSignIn: true },
  });
  return found.requiredSignIn;
}
