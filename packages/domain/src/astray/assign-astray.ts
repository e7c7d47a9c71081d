import { audit } from '../audit/index.ts';
import { requireOperator } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { parseInput } from '../kernel/input.ts';
import { type AssignAstrayInput, assignAstraySchema } from './schemas.ts';
import { reviewFor } from './statements.ts';

/**
 * Gives a kept callback to the application that it is about. Its members get a review.
 * @throws DomainError not_found: no such callback is kept, or there is no such application
 */
export async function assignAstray(ctx: ActorContext, input: AssignAstrayInput): Promise<{ callbackId: string }> {
  requireOperator(ctx);
  const { callbackId, applicationId, environment } = parseInput(assignAstraySchema, input);
  if ((await ctx.db.prisma.application.count({ where: { id: applicationId } })) === 0) throw notFound('application');
  const at = ctx.clock.now();
  if (!(await reviewFor(ctx.db.pool, callbackId, { applicationId, environment }, at))) throw notFound('callback');
  const detail = { environment };
  await audit(ctx.db.prisma, {
    ...{ actor: ctx.actor, action: 'callback.assigned', subjectId: callbackId, applicationId, detail, at },
  });
  return { callbackId };
}
