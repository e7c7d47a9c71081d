import { v7 as uuidv7 } from 'uuid';
import type { ActorContext } from '../audit/index.ts';
import { DomainError } from '../errors.ts';
import { parseInput } from '../input.ts';
import { signingSecretPlace } from '../sealing/index.ts';
import { later } from '../time.ts';
import { liveSecrets, type RetiredSecret, storedForm } from './endpoint.ts';
import { type RotateSecretInput, rotateSecretSchema } from './schemas.ts';
import { lockEndpoint } from './scope.ts';
import { replaceSecrets } from './settings-statements.ts';
import { newWebhookSecret } from './signature.ts';

/** Replaced secrets that sign beside the current one; a delivery carries a signature of each. */
export const retiredSecretsMax = 9;

/**
 * Gives an endpoint a new signing secret. Only the result of this call contains it. The replaced
 * secret signs beside it for `graceSeconds`. After a leak pass 0: the replaced secret and all that
 * were replaced before it stop signing at once.
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
  await ctx.db.transaction(async (db) => {
    const { applicationId, environment, sealedSecret, retiredSecrets } = await lockEndpoint(db, which);
    const live = liveSecrets(retiredSecrets, now);
    if (retiredUntil) requireRoom(live);
    const retired = retiredUntil ? [{ sealed: sealedSecret, expiresAt: retiredUntil }, ...live] : [];
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
  const next = new Date(Math.min(...live.map(({ expiresAt }) => expiresAt.getTime())));
  throw new DomainError(
    'invalid_input',
    `An endpoint has at most ${retiredSecretsMax} replaced secrets that still sign. The next one expires at ${next.toISOString()}. A rotation without grace ends all of them.`,
  );
}
