import type { DeliveryStatus } from '@tillgate/db';
import { deliveriesReport, withoutQuery } from '@tillgate/domain/reading/deliveries';
import { builder } from '../builder.ts';
import { addList, environmentRef } from '../list.ts';
import { DeliveryRef, read } from './refs.ts';

const DeliveryStatusRef = builder.enumType('DeliveryStatus', {
  description: 'Where a delivery stands.',
  values: {
    due: { description: 'It is still to be sent, or to be sent again.' },
    delivered: { description: 'The endpoint acknowledged it.' },
    exhausted: { description: 'All attempts failed.' },
    cancelled: { description: 'It is sent no more: its endpoint is disabled, or a person said so.' },
  } satisfies Record<DeliveryStatus, { description: string }>,
});

const DeliveryFilterRef = builder.inputType('DeliveryFilter', {
  description: 'Which deliveries a list holds. One must meet all that is given.',
  fields: (t) => ({
    status: t.field({ type: DeliveryStatusRef, description: 'Its status.' }),
    type: t.string({ description: 'The type of its event, such as payment.success.' }),
    createdFrom: t.field({
      type: 'DateTime',
      description: 'Created at or after. With `createdTo`, at most two years.',
    }),
    createdTo: t.field({ type: 'DateTime', description: 'Created before.' }),
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
  deliveryId: t.exposeID('id', { description: 'The id of the delivery, sent as x-webhook-id.' }),
  applicationId: t.id({
    description: 'The application that it belongs to.',
    select: { event: { select: { applicationId: true } } },
    resolve: ({ event }) => event.applicationId,
  }),
  environment: t.field({
    type: environmentRef,
    description: 'Where it happened.',
    select: { event: { select: { environment: true } } },
    resolve: ({ event }) => event.environment,
  }),
  eventId: t.exposeID('eventId', { description: 'The id of its event.' }),
  type: t.string({
    description: 'The type of its event, such as payment.success.',
    select: { event: { select: { type: true } } },
    resolve: ({ event }) => event.type,
  }),
  endpointId: t.exposeID('endpointId', { description: 'The id of its endpoint.' }),
  endpointUrl: t.string({
    description: 'The URL of its endpoint, without the query string.',
    select: { endpoint: { select: { url: true } } },
    resolve: ({ endpoint }) => withoutQuery(endpoint.url),
  }),
  status: t.expose('status', { type: DeliveryStatusRef, description: 'Where it stands.' }),
  attemptCount: t.exposeInt('attemptCount', { description: 'How often it was sent so far.' }),
  lastStatusCode: t.int({
    nullable: true,
    description: 'The HTTP status of the latest answer; null when there was none.',
    select: latestAttempt,
    resolve: (delivery) => latestOf(delivery)?.statusCode,
  }),
  lastAttemptAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'When it was last sent.',
    select: latestAttempt,
    resolve: (delivery) => latestOf(delivery)?.startedAt,
  }),
  nextAttemptAt: t.expose('nextAttemptAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When it is sent next; null when it is sent no more.',
  }),
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
  endedAt: t.expose('endedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When it was delivered or given up; null while it is due.',
  }),
}));

addList({
  name: 'deliveries',
  type: DeliveryRef,
  typeName: 'Delivery',
  description: 'Deliveries of webhooks to all endpoints, newest first.',
  permission: 'endpoints.read',
  filter: DeliveryFilterRef,
  words: { one: 'A delivery', many: 'deliveries' },
  list: deliveriesReport,
  read: read.deliveries,
});
