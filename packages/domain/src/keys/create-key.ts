import { v7 as uuidv7 } from 'uuid';
import { audit } from '../audit/index.ts';
import type { Scope } from '../kernel/authority.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { invalidInput, parseInput } from '../kernel/input.ts';
import { demandGrant } from './demand-grant.ts';
import { defaultScopes, hashKey, lastFourOf, newKey } from './key.ts';
import { type CreateKeyInput, createKeySchema } from './schemas.ts';
import { insertKey } from './statements.ts';

/** `key` is shown once. */
type NewApiKey = { keyId: string; key: string; scopes: Scope[] };

/**
 * Creates an API key. Only its hash is stored, so the returned `key` cannot be read again.
 * @throws DomainError invalid_input, not_found (no such application), forbidden (a role that may not
 *   give a production key a scope that moves money out)
 */
export async function createKey(ctx: ActorContext, input: CreateKeyInput): Promise<NewApiKey> {
  requirePermission(ctx, 'keys.write');
  const { applicationId, environment, name, allowedIps, expiresAt, ...given } = parseInput(createKeySchema, input);
  const scopes = given.scopes ?? defaultScopes(environment);
  const now = ctx.clock.now();
  if (expiresAt && expiresAt <= now) throw invalidInput({ path: 'expiresAt', message: 'must be in the future' });
  const keyId = uuidv7();
  const key = newKey(environment);
  const lastFour = lastFourOf(key);
  await ctx.db.prisma.$transaction(async (tx) => {
    const application = await tx.application.findUnique({
      where: { id: applicationId },
      select: { organizationId: true },
    });
    if (!application) throw notFound('application');
    await demandGrant(tx, ctx.actor, application, { environment, scopes });
    await insertKey(tx, {
      id: keyId,
      applicationId,
      environment,
      name,
      hash: hashKey(key),
      lastFour,
      scopes,
      allowedIps,
      createdAt: now,
      createdBy: ctx.actor,
      expiresAt: expiresAt ?? null,
    });
    await audit(tx, {
      actor: ctx.actor,
      action: 'key.created',
      subjectId: keyId,
      organizationId: application.organizationId,
      applicationId,
      detail: { environment, name, lastFour, scopes, allowedIps, expiresAt: expiresAt?.toISOString() ?? null },
      at: now,
    });
  });
  return { keyId, key, scopes };
}
