import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import { type ActorContext, audit } from '../audit/index.ts';
import { DomainError } from '../errors.ts';
import { parseInput } from '../input.ts';
import type { JudgeWebhookUrl } from '../ports.ts';
import { type CreateEndpointInput, createEndpointInput } from './schemas.ts';
import { newWebhookSecret } from './signature.ts';

/** Per application and environment, disabled ones included and deleted ones not. */
export const endpointsMax = 16;

/** Capability: may judge where webhooks may go. */
export type WithWebhookUrlJudge = { judgeWebhookUrl: JudgeWebhookUrl };

/**
 * Registers a URL for an application's events. The signing secret is in this answer and nowhere else, ever again.
 * @throws DomainError invalid_input, not_found
 */
export async function createEndpoint(
  ctx: ActorContext & WithWebhookUrlJudge,
  input: CreateEndpointInput,
): Promise<{ endpointId: string; secret: string }> {
  const { applicationId, environment, url, events, ...settings } = parseInput(createEndpointInput, input);
  requireAllowed(ctx, url);
  if (!isUuid(applicationId)) throw unknownApplication();
  const endpointId = uuidv7();
  const secret = newWebhookSecret();
  const createdAt = ctx.clock.now();
  await ctx.db.prisma.$transaction(async (tx) => {
    // One at a time per application, or two at once could pass the limit. Payments do not wait for this lock.
    const [application] = await tx.$queryRaw<{ organizationId: string }[]>`
      SELECT organization_id AS "organizationId" FROM applications WHERE id = ${applicationId}::uuid FOR NO KEY UPDATE`;
    if (!application) throw unknownApplication();
    const count = await tx.webhookEndpoint.count({ where: { applicationId, environment, deletedAt: null } });
    if (count >= endpointsMax) {
      const message = `An application has at most ${endpointsMax} webhook endpoints per environment.`;
      throw new DomainError('invalid_input', message, { issues: [{ path: 'url', message }] });
    }
    const distinct = [...new Set(events)];
    const sealedSecret = ctx.seal(secret);
    await tx.webhookEndpoint.create({
      data: { id: endpointId, applicationId, environment, url, events: distinct, ...settings, sealedSecret, createdAt },
    });
    await audit(tx, {
      actor: ctx.actor,
      action: 'endpoint.created',
      subjectId: endpointId,
      organizationId: application.organizationId,
      applicationId,
      detail: { environment, host: new URL(url).host, events: distinct },
      at: createdAt,
    });
  });
  return { endpointId, secret };
}

/** @throws DomainError invalid_input when webhooks may not go there */
export function requireAllowed(ctx: WithWebhookUrlJudge, url: string): void {
  const refusal = ctx.judgeWebhookUrl(url);
  if (refusal === undefined) return;
  throw new DomainError('invalid_input', refusal, { issues: [{ path: 'url', message: refusal }] });
}

function unknownApplication(): DomainError {
  return new DomainError('not_found', 'There is no such application.');
}
