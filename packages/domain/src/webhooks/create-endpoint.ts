import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import type { Actor, Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import type { JudgeWebhookUrl } from '../ports.ts';
import { type CreateEndpointInput, createEndpointInput } from './schemas.ts';
import { newWebhookSecret } from './signature.ts';

/** Per application and environment, disabled ones included. */
export const endpointsMax = 16;

/** Capability: may judge where webhooks may go. */
export type WithWebhookUrlJudge = { judgeWebhookUrl: JudgeWebhookUrl };

/**
 * Registers a URL for an application's events. The signing secret is in this answer and nowhere else, ever again.
 * @throws DomainError invalid_input, not_found
 */
export async function createEndpoint(
  ctx: Context & WithWebhookUrlJudge & { actor: Actor },
  input: CreateEndpointInput,
): Promise<{ endpointId: string; secret: string }> {
  const { applicationId, environment, url, events } = parse(input);
  const refusal = ctx.judgeWebhookUrl(url);
  if (refusal !== undefined)
    throw new DomainError('invalid_input', refusal, { issues: [{ path: 'url', message: refusal }] });
  if (!isUuid(applicationId)) throw unknownApplication();
  const endpointId = uuidv7();
  const secret = newWebhookSecret();
  const createdAt = ctx.clock.now();
  await ctx.db.prisma.$transaction(async (tx) => {
    // One at a time per application, or two at once could pass the limit. Payments do not wait for this lock.
    const [application] = await tx.$queryRaw<{ organizationId: string }[]>`
      SELECT organization_id AS "organizationId" FROM applications WHERE id = ${applicationId}::uuid FOR NO KEY UPDATE`;
    if (!application) throw unknownApplication();
    const count = await tx.webhookEndpoint.count({ where: { applicationId, environment } });
    if (count >= endpointsMax) {
      const message = `An application has at most ${endpointsMax} webhook endpoints per environment.`;
      throw new DomainError('invalid_input', message, { issues: [{ path: 'url', message }] });
    }
    const distinct = [...new Set(events)];
    await tx.webhookEndpoint.create({
      data: {
        id: endpointId,
        applicationId,
        environment,
        url,
        events: distinct,
        sealedSecret: ctx.seal(secret),
        createdAt,
      },
    });
    await tx.auditEntry.create({
      data: {
        id: uuidv7(),
        organizationId: application.organizationId,
        applicationId,
        actor: ctx.actor,
        action: 'endpoint.created',
        subjectId: endpointId,
        detail: { environment, host: new URL(url).host, events: distinct },
        createdAt,
      },
    });
  });
  return { endpointId, secret };
}

function parse(input: CreateEndpointInput) {
  const parsed = createEndpointInput.safeParse(input);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  throw new DomainError('invalid_input', 'The webhook endpoint is not valid.', { issues });
}

function unknownApplication(): DomainError {
  return new DomainError('not_found', 'There is no such application.');
}
