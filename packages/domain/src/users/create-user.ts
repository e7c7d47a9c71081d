import { v7 as uuidv7 } from 'uuid';
import { type ActorContext, audit } from '../audit/index.ts';
import { invalidInput, parseInput } from '../input.ts';
import { type CreateUserInput, createUserSchema } from './schemas.ts';
import { hashPassword } from './user.ts';

/** @throws DomainError invalid_input, also when the e-mail address is taken */
export async function createUser(ctx: ActorContext, input: CreateUserInput): Promise<{ userId: string }> {
  const { email, password, name } = parseInput(createUserSchema, input);
  const passwordHash = await hashPassword(password);
  const userId = uuidv7();
  const now = ctx.clock.now();
  await ctx.db.prisma.$transaction(async (tx) => {
    const { count } = await tx.user.createMany({
      data: [{ id: userId, email, name: name ?? null, passwordHash, createdAt: now }],
      skipDuplicates: true,
    });
    if (count === 0) throw invalidInput({ path: 'email', message: 'belongs to a user already' });
    await audit(tx, { actor: ctx.actor, action: 'user.created', subjectId: userId, detail: { email }, at: now });
  });
  return { userId };
}
