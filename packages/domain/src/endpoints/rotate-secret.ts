import { type ActorContext, audit } from '../audit/index.ts';
import { DomainError } from '../errors.ts';
import { parseInput } from '../input.ts';
import { later } from '../time.ts';
import { liveSecrets, type RetiredSecret, storedForm } from './endpoint.ts';
import { type RotateSecretInput, rotateSecretSchema } from './schemas.ts';
import { auditOwner, lockEndpoint } from './scope.ts';
import { newWebhookSecret } from './signature.ts';

/** Replaced secrets that sign beside the current one; a delivery carries a signature of each. */
export const retiredSecretsMax = 9;

/**
 * Gives an endpoint a new signing secret, which is in this answer and nowhere else, ever again. The replaced one goes on
 * signing beside it for `graceSeconds`; 0 ends it and all that were replaced before at once, as a leak demands.
 * @returns `retiredUntil`: when the replaced secret stops signing; null when it has
 * @throws DomainError invalid_input, also when too many replaced secrets still sign; not_found
 */
export async function rotateSecret(
  ctx: ActorContext,
  input: RotateSecretInput,
): Promise<{ endpointId: string; secret: string; retiredUntil: Date | null }> {
  const { graceSeconds, ...which } = parseInput(rotateSecretSchema, input);
  const { endpointId } = which;
  const now = ctx.clock.now();
  const secret = newWebhookSecret();
  const retiredUntil = graceSeconds === 0 ? null : later(now, graceSeconds * 1000);
  await ctx.db.prisma.$transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, which);
    const live = liveSecrets(endpoint.retiredSecrets, now);
    if (retiredUntil) requireRoom(live);
    const retired = retiredUntil ? [{ sealed: endpoint.sealedSecret, expiresAt: retiredUntil }, ...live] : [];
    await tx.webhookEndpoint.update({
      where: { id: endpointId },
      data: { sealedSecret: ctx.seal(secret), retiredSecrets: storedForm(retired) },
    });
    await audit(tx, {
      actor: ctx.actor,
      action: 'endpoint.secret_rotated',
      subjectId: endpointId,
      ...auditOwner(endpoint),
      detail: { environment: endpoint.environment, retiredUntil: retiredUntil?.toISOString() ?? null },
      at: now,
    });
  });
  return { endpointId, secret, retiredUntil };
}

function requireRoom(live: RetiredSecret[]): void {
  if (live.length < retiredSecretsMax) return;
  const next = new Date(Math.min(...live.map(({ expiresAt }) => expiresAt.getTime())));
  throw new DomainError(
    'invalid_input',
    `${live.length} replaced secrets still sign, and no more can: the next of them expires at ${next.toISOString()}. A rotation without grace ends them all.`,
  );
}
