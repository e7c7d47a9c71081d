import type { DeliveryStatus } from '@tillgate/db';
import { deliveriesReport, withoutQuery } from '@tillgate/domain/reading/deliveries';
import { builder } from '../builder.ts';
import { addList, environmentRef } from '../list.ts';
import { DeliveryRef, read } from './refs.ts';

const DeliveryStatusRef = builder.enumType('DeliveryStatus', {
  description: 'The status of a delivery.',
  values: {
    due: { description: 'The delivery waits for its first or next attempt.' },
    delivered: { description: 'The endpoint acknowledged the delivery.' },
    exhausted: { description: 'All attempts failed.' },
    cancelled: { description: 'The endpoint was disabled, or a person cancelled the delivery.' },
  } satisfies Record<DeliveryStatus, { description: string }>,
});

const DeliveryFilterRef = builder.inputType('DeliveryFilter', {
  description: 'Filters deliveries. A row must match all given fields.',
  fields: (t) => ({
    status: t.field({ type: DeliveryStatusRef, description: 'Only deliveries with this status.' }),
    type: t.string({ description: 'The event type, such as payment.success.' }),
    createdFrom: t.field({
      type: 'DateTime',
      description: 'Only deliveries created at or after this time. Together with `createdTo`, at most two years.',
    }),
    createdTo: t.field({ type: 'DateTime', description: 'Only deliveries created before this time.' }),
  }),
});

const latestAttempt = {
  attemptCount: true,
  attempts: { orderBy: { number: 'desc' }, take: 1, select: { number: true, statusCode: true, startedAt: true } },
} as const;

/** The latest attempt, when it is still on record. */
function latestOf<Attempt extends { number: number }>({
  attemptCount,
  attempts: [latest],
}: {
  attemptCount: number;
  attempts: readonly Attempt[];
}): Attempt | null {
  return latest?.number === attemptCount ? latest : null;
}

builder.prismaObjectFields(DeliveryRef, (t) => ({
  deliveryId: t.exposeID('id', { description: 'The ID of the delivery, sent as x-webhook-id.' }),
  applicationId: t.id({
    description: 'The application of the delivery.',
    select: { event: { select: { applicationId: true } } },
    resolve: ({ event }) => event.applicationId,
  }),
  environment: t.field({
    type: environmentRef,
    description: 'The environment of the delivery.',
    select: { event: { select: { environment: true } } },
    resolve: ({ event }) => event.environment,
  }),
  eventId: t.exposeID('eventId', { description: 'The ID of the event.' }),
  type: t.string({
    description: 'The event type, such as payment.success.',
    select: { event: { select: { type: true } } },
    resolve: ({ event }) => event.type,
  }),
  endpointId: t.exposeID('endpointId', { description: 'The ID of the endpoint.' }),
  endpointUrl: t.string({
    description: 'The URL of the endpoint, without the query string.',
    select: { endpoint: { select: { url: true } } },
    resolve: ({ endpoint }) => withoutQuery(endpoint.url),
  }),
  status: t.expose('status', { type: DeliveryStatusRef, description: 'The status of the delivery.' }),
  attemptCount: t.exposeInt('attemptCount', { description: 'The number of attempts so far.' }),
  lastStatusCode: t.int({
    nullable: true,
    description: 'The HTTP status of the latest response. Null if there was none.',
    select: latestAttempt,
    resolve: (delivery) => latestOf(delivery)?.statusCode,
  }),
  lastAttemptAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'When the latest attempt was made.',
    select: latestAttempt,
    resolve: (delivery) => latestOf(delivery)?.startedAt,
  }),
  nextAttemptAt: t.expose('nextAttemptAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When the next attempt is due. Null if there is none.',
  }),
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the delivery was created.' }),
  endedAt: t.expose('endedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When the delivery ended: acknowledged, exhausted or cancelled. Null while it is due.',
  }),
}));

addList({
  name: 'deliveries',
  type: DeliveryRef,
  typeName: 'Delivery',
  description: 'Webhook deliveries to all endpoints, newest first.',
  permission: 'endpoints.read',
  filter: DeliveryFilterRef,
  words: { one: 'A delivery', many: 'deliveries' },
  list: deliveriesReport,
  read: read.deliveries,
});
