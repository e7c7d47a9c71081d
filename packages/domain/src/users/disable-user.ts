import type { Prisma } from '@tillgate/db';
import { audit } from '../audit/index.ts';
import { requireOperator } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { invalidInput, issue, parseInput } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';
import { userIssues } from './refusals.ts';
import { type DisableUserInput, disableUserSchema, type UserByEmailInput, userByEmailSchema } from './schemas.ts';
import { endSessions, lockUser, recordDisabled } from './statements.ts';

/**
 * Disables a person: no sign-in by password, identity provider or password reset. Ends all their sessions. Their
 * memberships and their API keys stay.
 * @throws DomainError invalid_input when there is no such user, or they are disabled already
 */
export async function disableUser(
  ctx: ActorContext,
  input: DisableUserInput,
): Promise<{ userId: string; sessionsEnded: number }> {
  requireOperator(ctx);
  const { email, reason } = parseInput(disableUserSchema, input);
  const at = ctx.clock.now();
  return ctx.db.prisma.$transaction(async (tx) => {
    const userId = await lockByEmail(tx, email);
    if (!(await recordDisabled(tx, userId, at))) throw invalidInput(issue('email', userIssues.disabledAlready));
    const sessionsEnded = await endSessions(tx, { userId, at });
    await tx.passwordReset.updateMany({ where: { userId, usedAt: null }, data: { usedAt: at } });
    const detail = { sessionsEnded, ...(reason !== undefined && { reason }) };
    await audit(tx, { actor: ctx.actor, action: 'user.disabled', subjectId: userId, detail, at });
    return { userId, sessionsEnded };
  });
}

/**
 * Lets a disabled person sign in again, as they did before.
 * @throws DomainError invalid_input when there is no such user, or they are not disabled
 */
export async function enableUser(ctx: ActorContext, input: DisableUserInput): Promise<{ userId: string }> {
  requireOperator(ctx);
  const { email, reason } = parseInput(disableUserSchema, input);
  return ctx.db.prisma.$transaction(async (tx) => {
    const userId = await lockByEmail(tx, email);
    if (!(await recordDisabled(tx, userId, null))) throw invalidInput(issue('email', userIssues.notDisabled));
    const detail = { ...(reason !== undefined && { reason }) };
    await audit(tx, {
      actor: ctx.actor,
      action: 'user.enabled',
      subjectId: userId,
      detail,
      at: ctx.clock.now(),
    });
    return { userId };
  });
}

/**
 * Signs a person out of all browsers immediately, for the operator.
 * @throws DomainError invalid_input when there is no such user
 */
export async function endUserSessions(
  ctx: ActorContext,
  input: UserByEmailInput,
): Promise<{ userId: string; sessionsEnded: number }> {
  requireOperator(ctx);
  const { email } = parseInput(userByEmailSchema, input);
  const at = ctx.clock.now();
  return ctx.db.prisma.$transaction(async (tx) => {
    const userId = await lockByEmail(tx, email);
    const sessionsEnded = await endSessions(tx, { userId, at });
    const detail = { sessionsEnded };
    await audit(tx, { actor: ctx.actor, action: 'session.all_revoked', subjectId: userId, detail, at });
    return { userId, sessionsEnded };
  });
}

async function lockByEmail(tx: Prisma.TransactionClient, email: string): Promise<string> {
  const user = await tx.user.findUnique({ where: { email }, select: { id: true } });
  if (!user) throw invalidInput(issue('email', issues.notUserAddress));
  await lockUser(tx, user.id);
  return user.id;
}
