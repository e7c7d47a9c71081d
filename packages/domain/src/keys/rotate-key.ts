import type { ApiKeyModel } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import { audit } from '../audit/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { ActorContext, WithDashboardUrl } from '../kernel/context.ts';
import { DomainError, notFound } from '../kernel/errors.ts';
import { parseInput } from '../kernel/input.ts';
import type { NewApiKey } from './create-key.ts';
import { hashKey, lastFourOf, newKey } from './key.ts';
import { grantMoney } from './money-grant.ts';
import { keyRefusals } from './refusals.ts';
import { reportMoneyKey } from './report-money-key.ts';
import { type RotateKeyInput, rotateKeySchema } from './schemas.ts';
import { insertKey, lockKey, recordExpiry, recordKeyRevoked } from './statements.ts';

/**
 * Replaces a key with a new one. The old key works for at most `graceSeconds` more; 0 ends it within 5 s.
 * The new key keeps the old one's name, scopes, addresses and, where that expires, its lifetime.
 * @returns the new `key`, which cannot be read again; `endsAt`: when the old key stops working
 * @throws DomainError invalid_input, also when the old key no longer works; not_found; forbidden as
 *   for `createKey`
 */
export async function rotateKey(
  ctx: ActorContext & Partial<WithDashboardUrl>,
  input: RotateKeyInput,
): Promise<NewApiKey & { replacedKeyId: string; endsAt: Date }> {
  requirePermission(ctx, 'keys.write');
  const { keyId: replacedKeyId, graceSeconds, ...tenantFilter } = parseInput(rotateKeySchema, input);
  const now = ctx.clock.now();
  const keyId = uuidv7();
  return ctx.db.prisma.$transaction(async (tx) => {
    // The second of two concurrent rotations also creates a key but never extends the old one.
    await lockKey(tx, replacedKeyId);
    const old = await tx.apiKey.findFirst({
      where: { id: replacedKeyId, ...tenantFilter },
      include: { application: true },
    });
    if (!old) throw notFound('key');
    requireLive(old, now);
    const { applicationId, environment, name, scopes, allowedIps } = old;
    const grant = await grantMoney(tx, ctx.actor, old.application, { applicationId, environment, scopes }, now);
    const key = newKey(environment);
    const lastFour = lastFourOf(key);
    const expiresAt = lifeLike(old, now);
    const endsAt = endOf(old, now, graceSeconds);
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
      lineId: old.lineId ?? old.id,
      expiresAt,
      ...grant,
    });
    if (graceSeconds === 0) await recordKeyRevoked(tx, replacedKeyId, now);
    else await recordExpiry(tx, replacedKeyId, endsAt);
    const fact = { actor: ctx.actor, applicationId, at: now };
    await audit(tx, {
      ...fact,
      action: 'key.created',
      subjectId: keyId,
      detail: {
        environment,
        name,
        lastFour,
        scopes,
        allowedIps,
        expiresAt: expiresAt?.toISOString() ?? null,
        replaces: replacedKeyId,
      },
    });
    await audit(tx, {
      ...fact,
      action: 'key.rotated',
      subjectId: replacedKeyId,
      detail: { environment, name, lastFour: old.lastFour, endsAt: endsAt.toISOString(), replacedBy: keyId },
    });
    const made = { keyId, name, lastFour, scopes, ...grant };
    await reportMoneyKey(ctx, tx, { ...made, applicationId, environment, application: old.application });
    return { ...made, key, replacedKeyId, endsAt };
  });
}

function requireLive({ revokedAt, expiresAt }: ApiKeyModel, now: Date): void {
  if (!revokedAt && (!expiresAt || expiresAt > now)) return;
  throw new DomainError('invalid_input', revokedAt ? keyRefusals.keyRevoked : keyRefusals.keyExpired);
}

function lifeLike({ createdAt, expiresAt }: ApiKeyModel, now: Date): Date | null {
  return expiresAt && new Date(now.getTime() + expiresAt.getTime() - createdAt.getTime());
}

/** The grace period never extends a key's life. */
function endOf({ expiresAt }: ApiKeyModel, now: Date, graceSeconds: number): Date {
  const graceEnds = new Date(now.getTime() + graceSeconds * 1000);
  return expiresAt && expiresAt < graceEnds ? expiresAt : graceEnds;
}
