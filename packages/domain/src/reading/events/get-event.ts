import type { DeliveryStatus } from '@tillgate/db';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { notFound } from '../../kernel/errors.ts';
import { parseInput } from '../../kernel/input.ts';
import { type EventInput, eventSchema } from './schemas.ts';

/** Most deliveries that are shown, the newest ones. Only events that were sent as new very often have more. */
const deliveriesShownMax = 100;

type EventView = {
  id: string;
  type: string;
  subjectId: string;
  test: boolean;
  createdAt: Date;
  /** The exact text that is sent and signed. */
  body: string;
  /** The newest first. */
  deliveries: {
    deliveryId: string;
    endpointId: string;
    url: string;
    /** Above 0: sent as new by a person. */
    copy: number;
    status: DeliveryStatus;
    attemptCount: number;
    nextAttemptAt: Date | null;
    createdAt: Date;
    endedAt: Date | null;
  }[];
};

/**
 * An event with its body and its deliveries.
 * @throws DomainError invalid_input, not_found
 */
export async function getEvent(ctx: TenantContext, input: EventInput): Promise<EventView> {
  requirePermission(ctx, 'events.read');
  const { eventId } = parseInput(eventSchema, input);
  const event = await ctx.db.prisma.webhookEvent.findFirst({
    where: { id: eventId, ...ctx.tenant },
    select: {
      id: true,
      type: true,
      subjectId: true,
      test: true,
      createdAt: true,
      body: true,
      deliveries: {
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: deliveriesShownMax,
        include: { endpoint: { select: { url: true } } },
      },
    },
  });
  if (!event) throw notFound('event');
  return {
    ...event,
    deliveries: event.deliveries.map((delivery) => ({
      deliveryId: delivery.id,
      endpointId: delivery.endpointId,
      url: delivery.endpoint.url,
      copy: delivery.copy,
      status: delivery.status,
      attemptCount: delivery.attemptCount,
      nextAttemptAt: delivery.nextAttemptAt,
      createdAt: delivery.createdAt,
      endedAt: delivery.endedAt,
    })),
  };
}
