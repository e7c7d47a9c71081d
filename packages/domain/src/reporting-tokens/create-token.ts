import type { Prisma } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import { audit } from '../audit/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { Actor, ActorContext } from '../kernel/context.ts';
import { DomainError, notFound } from '../kernel/errors.ts';
import { invalidInput, issue, parseInput } from '../kernel/input.ts';
import { refusals } from '../kernel/refusals.ts';
import { hashKey, lastFourOf } from '../keys/index.ts';
import { lockRole, may } from '../organizations/index.ts';
import { tokenRefusals } from './refusals.ts';
import { type CreateReportingTokenInput, createReportingTokenSchema } from './schemas.ts';
import { insertToken } from './statements.ts';
import { defaultExpiry, expiryProblem, newToken } from './token.ts';

/** `token` is shown once. */
type NewReportingToken = { tokenId: string; token: string; expiresAt: Date };

/**
 * Creates a reporting token. Only its hash is stored, so the returned `token` cannot be read again.
 * @throws DomainError invalid_input, not_found (no such organization or application), forbidden
 *   (not a member, or a role that may not create one)
 */
export async function createReportingToken(
  ctx: ActorContext,
  input: CreateReportingTokenInput,
): Promise<NewReportingToken> {
  requirePermission(ctx, 'reportingTokens.write');
  const { organizationId, reads: applicationId, name, ...given } = parseInput(createReportingTokenSchema, input);
  const now = ctx.clock.now();
  const expiresAt = given.expiresAt ?? defaultExpiry(now);
  const problem = expiryProblem(expiresAt, now);
  if (problem) throw invalidInput(issue('expiresAt', problem));
  const tokenId = uuidv7();
  const token = newToken();
  const lastFour = lastFourOf(token);
  await ctx.db.prisma.$transaction(async (tx) => {
    await demandMaker(tx, ctx.actor, organizationId);
    await demandScope(tx, organizationId, applicationId);
    await insertToken(tx, {
      id: tokenId,
      organizationId,
      applicationId: applicationId ?? null,
      name,
      hash: hashKey(token),
      lastFour,
      createdAt: now,
      createdBy: ctx.actor,
      expiresAt,
    });
    await audit(tx, {
      actor: ctx.actor,
      action: 'reporting_token.created',
      subjectId: tokenId,
      organizationId,
      applicationId,
      detail: { name, lastFour, expiresAt: expiresAt.toISOString() },
      at: now,
    });
  });
  return { tokenId, token, expiresAt };
}

/** The membership is locked, so somebody who removes the person at this moment sees the token. */
async function demandMaker(tx: Prisma.TransactionClient, actor: Actor, organizationId: string): Promise<void> {
  if (actor === 'operator') return;
  const userId = actor.startsWith('user:') ? actor.slice('user:'.length) : undefined;
  const role = userId === undefined ? undefined : await lockRole(tx, organizationId, userId);
  if (!role) throw new DomainError('forbidden', tokenRefusals.tokenNotMember);
  if (!may(role, 'reportingTokens.write')) throw new DomainError('forbidden', refusals.role);
}

async function demandScope(
  tx: Prisma.TransactionClient,
  organizationId: string,
  applicationId: string | undefined,
): Promise<void> {
  if (applicationId === undefined) {
    const count = await tx.organization.count({ where: { id: organizationId } });
    if (count === 0) throw notFound('organization');
    return;
  }
  const count = await tx.application.count({ where: { id: applicationId, organizationId } });
  if (count === 0) throw notFound('application');
}
