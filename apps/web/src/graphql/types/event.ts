import { countReportedEvents, reportEvents } from '@tillgate/domain/reading/events';
import { builder } from '../builder.ts';
import {
  connectionOf,
  countOptions,
  demandSpan,
  environmentRef,
  listOptions,
  lookedBackOptions,
  pageOf,
  whereArgs,
} from '../list.ts';
import { EventRef, read } from './refs.ts';

export const EventFilterRef = builder.inputType('EventFilter', {
  description: 'Which events a list holds. One must meet all that is given.',
  fields: (t) => ({
    type: t.string({ description: 'Its type, such as payment.success.' }),
    subjectId: t.id({ description: 'The id of the payment, disbursement or inquiry that it is about.' }),
    test: t.boolean({ description: 'Whether a person made it to try an endpoint.' }),
    createdFrom: t.field({
      type: 'DateTime',
      description: 'Created at or after. With `createdTo`, at most two years.',
    }),
    createdTo: t.field({ type: 'DateTime', description: 'Created before.' }),
  }),
});

builder.prismaObjectFields(EventRef, (t) => ({
  eventId: t.exposeID('id', { description: 'The id of the event.' }),
  applicationId: t.exposeID('applicationId', { description: 'The application that it belongs to.' }),
  environment: t.expose('environment', { type: environmentRef, description: 'Where it happened.' }),
  type: t.exposeString('type', { description: 'Its type, such as payment.success.' }),
  subjectId: t.exposeID('subjectId', {
    description: 'The id of the payment, disbursement or inquiry that it is about.',
  }),
  sequence: t.exposeInt('sequence', { description: '2 or more for an event that corrects the one before.' }),
  test: t.exposeBoolean('test', { description: 'Whether a person made it to try an endpoint.' }),
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
}));

builder.queryField('events', (t) =>
  t.connection(
    {
      ...listOptions('events.read'),
      type: EventRef,
      description: 'Events, newest first.',
      args: { ...whereArgs, filter: t.arg({ type: EventFilterRef, description: 'Which events; without it, all.' }) },
      resolve: async (_root, args, ctx, info) => {
        const span = demandSpan(ctx, 'events.read', args);
        const { filter } = args;
        return connectionOf(ctx, info, {
          page: await reportEvents(ctx, span, { filter, page: pageOf(args) }),
          read: read.events,
          count: () => countReportedEvents(ctx, span, filter),
        });
      },
    },
    {
      name: 'EventConnection',
      description: 'A page of events.',
      fields: (fields) => ({
        totalCount: fields.field({ ...countOptions, resolve: ({ count }) => count() }),
        lookedBackTo: fields.expose('lookedBackTo', lookedBackOptions),
      }),
    },
    { name: 'EventEdge', description: 'An event and its place in the list.' },
  ),
);
