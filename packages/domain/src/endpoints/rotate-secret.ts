import { v7 as uuidv7 } from 'uuid';
import { requirePermission } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { parseInput } from '../kernel/input.ts';
import { later } from '../kernel/time.ts';
import { signingSecretPlace } from '../sealing/index.ts';
import { liveSecrets, type RetiredSecret, storedForm, switchTime } from './endpoint.ts';
import { endpointRefusals } from './refusals.ts';
import { type RotateSecretInput, rotateSecretSchema } from './schemas.ts';
import { lockEndpoint } from './scope.ts';
import { replaceSecrets } from './settings-statements.ts';
import { newWebhookSecret } from './signature.ts';

/** Most secrets that sign until the next one takes over: the current one, and replaced next ones. */
export const retiredSecretsMax = 9;

/**
 * Makes the next signing secret of an endpoint. Only the result of this call contains it. The current secret goes on
 * signing `x-webhook-signature` for `graceSeconds`, or until the next one is activated; the standard header is signed
 * with both. A rotation during a rotation replaces the next secret; the current one stays. After a leak pass 0: the new
 * secret takes over at once, and no earlier one signs any more.
 * @returns `retiredUntil`: when the new secret takes over; null when it has
 * @throws DomainError invalid_input, also when too many secrets wait for that moment; not_found
 */
export async function rotateSecret(
  ctx: ActorContext,
  input: RotateSecretInput,
): Promise<{ endpointId: string; secret: string; retiredUntil: Date | null }> {
  requirePermission(ctx, 'endpoints.write');
  const { graceSeconds, ...which } = parseInput(rotateSecretSchema, input);
  const { endpointId } = which;
  const now = ctx.clock.now();
  const secret = newWebhookSecret();
  const retiredUntil = graceSeconds === 0 ? null : later(now, graceSeconds * 1000);
  await ctx.db.transaction(async (db) => {
    const { applicationId, environment, sealedSecret, retiredSecrets } = await lockEndpoint(db, which);
    const live = liveSecrets(retiredSecrets, now);
    if (retiredUntil) requireRoom(live);
    const earlier = [sealedSecret, ...live.map(({ sealed }) => sealed)];
    const retired = retiredUntil ? earlier.map((sealed) => ({ sealed, expiresAt: retiredUntil })) : [];
    const place = signingSecretPlace({ endpointId, applicationId, environment });
    const secrets = { sealedSecret: ctx.seal(secret, place), retiredSecrets: storedForm(retired) };
    await replaceSecrets(
      db,
      { endpointId, ...secrets, at: now },
      {
        id: uuidv7(),
        actor: ctx.actor,
        action: 'endpoint.secret_rotated',
        detail: { environment, retiredUntil: retiredUntil?.toISOString() ?? null },
      },
    );
  });
  return { endpointId, secret, retiredUntil };
}

function requireRoom(live: RetiredSecret[]): void {
  if (live.length < retiredSecretsMax) return;
  const end = switchTime(live)?.toISOString() ?? '';
  throw new DomainError('invalid_input', endpointRefusals.rotationsFull({ max: retiredSecretsMax, end }));
}
