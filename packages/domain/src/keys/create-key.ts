import { v7 as uuidv7 } from 'uuid';
import { audit } from '../audit/index.ts';
import type { Scope } from '../kernel/authority.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { ActorContext, WithDashboardUrl } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { invalidInput, issue, parseInput } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';
import { defaultScopes, hashKey, lastFourOf, newKey } from './key.ts';
import { grantMoney, type MoneyGrant } from './money-grant.ts';
import { reportMoneyKey } from './report-money-key.ts';
import { type CreateKeyInput, createKeySchema } from './schemas.ts';
import { insertKey } from './statements.ts';

/** `key` is shown once. */
export type NewApiKey = MoneyGrant & { keyId: string; key: string; name: string; lastFour: string; scopes: Scope[] };

/**
 * Creates an API key. Only its hash is stored, so the returned `key` cannot be read again. Owners get an email about a
 * production key that moves money out. `isHeld` and `moneyFrom` say whether the key must wait for that.
 * @throws DomainError invalid_input, not_found (no such application), forbidden (a role that may not
 *   give a production key a scope that moves money out)
 */
export async function createKey(
  ctx: ActorContext & Partial<WithDashboardUrl>,
  input: CreateKeyInput,
): Promise<NewApiKey> {
  requirePermission(ctx, 'keys.write');
  const { applicationId, environment, name, allowedIps, expiresAt, ...given } = parseInput(createKeySchema, input);
  const scopes = given.scopes ?? defaultScopes(environment);
  const now = ctx.clock.now();
  if (expiresAt && expiresAt <= now) throw invalidInput(issue('expiresAt', issues.future));
  const keyId = uuidv7();
  const key = newKey(environment);
  const lastFour = lastFourOf(key);
  return ctx.db.prisma.$transaction(async (tx) => {
    const application = await tx.application.findUnique({
      where: { id: applicationId },
      select: { organizationId: true, name: true },
    });
    if (!application) throw notFound('application');
    const grant = await grantMoney(tx, ctx.actor, application, { applicationId, environment, scopes }, now);
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
      ...grant,
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
    const made = { keyId, name, lastFour, scopes, ...grant };
    await reportMoneyKey(ctx, tx, { ...made, applicationId, environment, application });
    return { ...made, key };
  });
}
