import { eventsReport } from '@tillgate/domain/reading/events';
import { builder } from '../builder.ts';
import { addList, environmentRef } from '../list.ts';
import { EventRef, read } from './refs.ts';

export const EventFilterRef = builder.inputType('EventFilter', {
  description: 'Filters events. A row must match all given fields.',
  fields: (t) => ({
    type: t.string({ description: 'The event type, such as payment.success.' }),
    subjectId: t.id({ description: 'The ID of the payment, disbursement or inquiry that the event is about.' }),
    test: t.boolean({ description: 'Whether it is a test event, which a person sent to try an endpoint.' }),
    createdFrom: t.field({
      type: 'DateTime',
      description: 'Only events created at or after this time. Together with `createdTo`, at most two years.',
    }),
    createdTo: t.field({ type: 'DateTime', description: 'Only events created before this time.' }),
  }),
});

builder.prismaObjectFields(EventRef, (t) => ({
  eventId: t.exposeID('id', { description: 'The ID of the event.' }),
  applicationId: t.exposeID('applicationId', { description: 'The application of the event.' }),
  environment: t.expose('environment', { type: environmentRef, description: 'The environment of the event.' }),
  type: t.exposeString('type', { description: 'The event type, such as payment.success.' }),
  subjectId: t.exposeID('subjectId', {
    description: 'The ID of the payment, disbursement or inquiry that the event is about.',
  }),
  sequence: t.exposeInt('sequence', {
    description: 'The sequence number: 2 or more if the event corrects an earlier one.',
  }),
  test: t.exposeBoolean('test', { description: 'Whether it is a test event, which a person sent to try an endpoint.' }),
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the event was created.' }),
}));

addList({
  name: 'events',
  type: EventRef,
  typeName: 'Event',
  description: 'Events, newest first.',
  permission: 'events.read',
  filter: EventFilterRef,
  words: { one: 'An event', many: 'events' },
  list: eventsReport,
  read: read.events,
});
