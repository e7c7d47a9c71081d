import type { ApiKeyModel } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import { type ActorContext, audit } from '../audit/index.ts';
import { DomainError } from '../errors.ts';
import { parseInput } from '../input.ts';
import { hashKey, lastFourOf, newKey } from './key.ts';
import { type RotateKeyInput, rotateKeySchema } from './schemas.ts';

/**
 * Makes a new key in the place of another, which goes on working for `graceSeconds` at most; 0 ends it within 5 s. The new one has
 * the name of the old one and, where that expires, as long a life. This answer is the only place where the new key ever stands.
 * @returns `endsAt`: when the old key stops working
 * @throws DomainError invalid_input, also when the key works no more; not_found
 */
export async function rotateKey(
  ctx: ActorContext,
  input: RotateKeyInput,
): Promise<{ keyId: string; key: string; replacedKeyId: string; endsAt: Date }> {
  const { keyId: replacedKeyId, graceSeconds, ...whose } = parseInput(rotateKeySchema, input);
  const now = ctx.clock.now();
  const keyId = uuidv7();
  return ctx.db.prisma.$transaction(async (tx) => {
    // Two at once: the second finds the key with its end and makes a new one all the same, but never prolongs it.
    await tx.$queryRaw`SELECT 1 FROM api_keys WHERE id = ${replacedKeyId}::uuid FOR UPDATE`;
    const old = await tx.apiKey.findFirst({
      where: { id: replacedKeyId, ...whose },
      include: { application: { select: { organizationId: true } } },
    });
    if (!old) throw new DomainError('not_found', 'There is no such key.');
    requireLive(old, now);
    const { applicationId, environment, name } = old;
    const key = newKey(environment);
    const lastFour = lastFourOf(key);
    const expiresAt = lifeLike(old, now);
    const endsAt = endOf(old, now, graceSeconds);
    await tx.apiKey.create({
      data: {
        id: keyId,
        applicationId,
        environment,
        name,
        hash: hashKey(key),
        lastFour,
        createdAt: now,
        createdBy: ctx.actor,
        expiresAt,
      },
    });
    await tx.apiKey.update({
      where: { id: replacedKeyId },
      data: graceSeconds === 0 ? { revokedAt: now } : { expiresAt: endsAt },
    });
    const fact = { actor: ctx.actor, organizationId: old.application.organizationId, applicationId, at: now };
    await audit(tx, {
      ...fact,
      action: 'key.created',
      subjectId: keyId,
      detail: { environment, name, lastFour, expiresAt: expiresAt?.toISOString() ?? null, replaces: replacedKeyId },
    });
    await audit(tx, {
      ...fact,
      action: 'key.rotated',
      subjectId: replacedKeyId,
      detail: { environment, name, lastFour: old.lastFour, endsAt: endsAt.toISOString(), replacedBy: keyId },
    });
    return { keyId, key, replacedKeyId, endsAt };
  });
}

function requireLive({ revokedAt, expiresAt }: ApiKeyModel, now: Date): void {
  if (!revokedAt && (!expiresAt || expiresAt > now)) return;
  throw new DomainError('invalid_input', `The key has ${revokedAt ? 'been revoked' : 'expired'}: create a new one.`);
}

function lifeLike({ createdAt, expiresAt }: ApiKeyModel, now: Date): Date | null {
  return expiresAt && new Date(now.getTime() + expiresAt.getTime() - createdAt.getTime());
}

/** A grace never makes a key live longer than it would have. */
function endOf({ expiresAt }: ApiKeyModel, now: Date, graceSeconds: number): Date {
  const graceEnds = new Date(now.getTime() + graceSeconds * 1000);
  return expiresAt && expiresAt < graceEnds ? expiresAt : graceEnds;
}
