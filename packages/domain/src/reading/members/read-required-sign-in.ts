import type { SignInRequirement } from '@tillgate/db';
import { requirePermission } from '../../kernel/authority.ts';
import type { ActorContext } from '../../kernel/context.ts';

/** What an organization requires of every session; null for nothing. Who asks was judged before. */
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
