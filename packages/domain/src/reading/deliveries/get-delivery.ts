import type { DeliveryStatus } from '@tillgate/db';
import { type DeliveryInput, deliverySchema, isUnderWay } from '../../deliveries/index.ts';
import { endpointsOf } from '../../endpoints/index.ts';
import { requirePermission } from '../../kernel/authority.ts';
import type { ActorContext, Tenant } from '../../kernel/context.ts';
import { notFound } from '../../kernel/errors.ts';
import { parseInput } from '../../kernel/input.ts';

/** Most attempts that are shown, the latest ones. Only deliveries that were sent again many times have more. */
const attemptsShownMax = 50;

export type AttemptView = {
  number: number;
  startedAt: Date;
  durationMs: number;
  /** HTTP status of the answer; null when there was none. */
  statusCode: number | null;
  /** Why the attempt failed; null when it succeeded. */
  error: string | null;
  /** The IP address of the connection. */
  address: string | null;
  /** Of the answer, redacted. */
  responseHeaders: object | null;
  responseBody: string | null;
};

export type DeliveryView = Tenant & {
  /** Sent as x-webhook-id. */
  deliveryId: string;
  endpointId: string;
  url: string;
  eventId: string;
  type: string;
  test: boolean;
  /** Above 0: sent as new by a person. */
  copy: number;
  status: DeliveryStatus;
  /** An attempt is being made right now. */
  underWay: boolean;
  attemptCount: number;
  nextAttemptAt: Date | null;
  createdAt: Date;
  endedAt: Date | null;
  resentAt: Date | null;
  /** The exact text that is sent and signed. */
  body: string;
  /** The newest first. */
  attempts: AttemptView[];
};

/**
 * A delivery with the body of its event and its latest attempts; also of a deleted endpoint.
 * @throws DomainError invalid_input, not_found
 */
export async function getDelivery(ctx: ActorContext, input: DeliveryInput): Promise<DeliveryView> {
  requirePermission(ctx, 'endpoints.read');
  const { deliveryId, ...tenant } = parseInput(deliverySchema, input);
  const found = await ctx.db.prisma.webhookDelivery.findFirst({
    where: { id: deliveryId, endpoint: endpointsOf(tenant) },
    include: {
      event: { select: { type: true, test: true, body: true } },
      endpoint: { select: { applicationId: true, environment: true, url: true } },
      attempts: { orderBy: { number: 'desc' }, take: attemptsShownMax },
    },
  });
  if (!found) throw notFound('delivery');
  const { endpointId, eventId, event, endpoint, copy, status, attemptCount } = found;
  return {
    deliveryId,
    endpointId,
    ...endpoint,
    eventId,
    type: event.type,
    test: event.test,
    copy,
    status,
    underWay: isUnderWay(found, ctx.clock.now()),
    attemptCount,
    nextAttemptAt: found.nextAttemptAt,
    createdAt: found.createdAt,
    endedAt: found.endedAt,
    resentAt: found.resentAt,
    body: event.body,
    attempts: found.attempts.map(({ number, startedAt, durationMs, statusCode, error, address, ...answer }) => ({
      number,
      startedAt,
      durationMs,
      statusCode,
      error,
      address,
      responseHeaders: answer.responseHeaders as object | null,
      responseBody: answer.responseBody,
    })),
  };
}
