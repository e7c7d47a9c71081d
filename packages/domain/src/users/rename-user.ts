import { audit } from '../audit/index.ts';
import { parseInput } from '../kernel/input.ts';
import type { PersonContext } from './identity.ts';
import { type RenameUserInput, renameUserSchema } from './schemas.ts';

/** @throws DomainError invalid_input */
export async function renameUser(ctx: PersonContext, input: RenameUserInput): Promise<void> {
  const { name } = parseInput(renameUserSchema, input);
  const { userId } = ctx.person;
  await ctx.db.prisma.$transaction(async (tx) => {
    await tx.user.update({ where: { id: userId }, data: { name } });
    const at = ctx.clock.now();
    await audit(tx, { actor: ctx.actor, action: 'user.renamed', subjectId: userId, detail: { name }, at });
  });
}
