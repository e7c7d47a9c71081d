import type { Environment } from '@tillgate/db';
import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import { requirePermission } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { DomainError, notFound } from '../kernel/errors.ts';
import { issue, parseInput } from '../kernel/input.ts';
import type { Named } from '../kernel/refusals.ts';
import type { JudgeWebhookUrl } from '../ports/ports.ts';
import { signingSecretPlace } from '../sealing/index.ts';
import { endpointIssues } from './refusals.ts';
import { type CreateEndpointInput, createEndpointInput } from './schemas.ts';
import { countEndpoints, insertEndpoint, lockApplication } from './settings-statements.ts';
import { newWebhookSecret } from './signature.ts';

/** Per application and environment, disabled ones included and deleted ones not. */
const endpointsMax = 16;

/** Capability: decides where webhooks may be sent. */
export type WithWebhookUrlJudge = { judgeWebhookUrl: JudgeWebhookUrl };

/**
 * Registers a URL for an application's events. Only the result of this call contains the signing
 * secret.
 * @throws DomainError invalid_input, not_found
 */
export async function createEndpoint(
  ctx: ActorContext & WithWebhookUrlJudge,
  input: CreateEndpointInput,
): Promise<{ endpointId: string; secret: string }> {
  requirePermission(ctx, 'endpoints.write');
  const { applicationId, environment, url, events, ...settings } = parseInput(createEndpointInput, input);
  requireAllowed(ctx, url, environment);
  if (!isUuid(applicationId)) throw notFound('application');
  const endpointId = uuidv7();
  const secret = newWebhookSecret();
  const createdAt = ctx.clock.now();
  const distinct = [...new Set(events)];
  const endpoint = { id: endpointId, applicationId, environment, url, events: distinct, ...settings };
  await ctx.db.transaction(async (db) => {
    if (!(await lockApplication(db, applicationId))) throw notFound('application');
    if ((await countEndpoints(db, endpoint)) >= endpointsMax) {
      throw refusedUrl('url', endpointIssues.endpointsFull({ max: endpointsMax }));
    }
    const sealedSecret = ctx.seal(secret, signingSecretPlace({ endpointId, applicationId, environment }));
    await insertEndpoint(
      db,
      { ...endpoint, sealedSecret, createdAt },
      {
        id: uuidv7(),
        actor: ctx.actor,
        action: 'endpoint.created',
        detail: { environment, host: new URL(url).host, events: distinct },
      },
    );
  });
  return { endpointId, secret };
}

/** @throws DomainError invalid_input when webhooks of the environment may not be sent to this URL */
export function requireAllowed(ctx: WithWebhookUrlJudge, url: string, environment: Environment): void {
  const refusal = ctx.judgeWebhookUrl(url, environment);
  if (refusal !== undefined) throw refusedUrl('url', refusal);
}

/** The refusal of a URL. Its detail is the text of the issue, which is a whole sentence. */
export function refusedUrl(path: string, why: Named): DomainError {
  const found = issue(path, why);
  return new DomainError('invalid_input', found.message, { issues: [found] });
}
