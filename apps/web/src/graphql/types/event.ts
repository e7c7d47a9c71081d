import { eventsReport } from '@tillgate/domain/reading/events';
import { builder } from '../builder.ts';
import { addList, environmentRef } from '../list.ts';
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
