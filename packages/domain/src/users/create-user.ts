import { v7 as uuidv7 } from 'uuid';
import { requireOperator } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { parseInput } from '../kernel/input.ts';
import { insertUser } from './insert-user.ts';
import { type CreateUserInput, createUserSchema } from './schemas.ts';

/** @throws DomainError invalid_input, also when the e-mail address is taken */
export async function createUser(ctx: ActorContext, input: CreateUserInput): Promise<{ userId: string }> {
  requireOperator(ctx);
  const { email, password, name = null } = parseInput(createUserSchema, input);
  const userId = uuidv7();
  const insert = await insertUser({ userId, email, name, password, at: ctx.clock.now() });
  await ctx.db.prisma.$transaction((tx) => insert(tx, ctx.actor));
  return { userId };
}
