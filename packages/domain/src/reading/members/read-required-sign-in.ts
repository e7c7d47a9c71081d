import type { SignInRequirement } from '@tillgate/db';
import type { Context } from '../../kernel/context.ts';

/** What an organization requires of every session; null for nothing. Who asks was judged before. */
export async function readRequiredSignIn(
  ctx: Context,
  { organizationId }: { organizationId: string },
): Promise<SignInRequirement | null> {
  const found = await ctx.db.prisma.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { requiredSignIn: true },
  });
  return found.requiredSignIn;
}
