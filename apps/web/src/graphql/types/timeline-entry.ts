import type { TimelineEntry } from '@tillgate/domain/reading/payments';
import { builder } from '../builder.ts';

const kinds = {
  order: 'A person requested something in the dashboard.',
  requested: 'The payment was requested.',
  received_offline: 'The provider confirmed an offline payment.',
  prompt_acknowledged: 'The provider accepted the prompt.',
  queried: 'The provider was last asked about the payment.',
  callback: 'The provider reported the result.',
  settled: 'The payment succeeded or failed.',
  noted: 'An entry of the audit.',
  announced: 'A webhook event was created.',
  delivery: 'A webhook was delivered, or waits to be delivered.',
  refund_sent: 'A refund was sent to the provider.',
  refund_ended: 'A refund succeeded or failed.',
} as const satisfies Record<TimelineEntry['kind'], string>;

const TimelineKindRef = builder.enumType('TimelineKind', {
  description: 'The kind of a history entry.',
  values: Object.fromEntries(Object.entries(kinds).map(([name, description]) => [name, { description }])) as Record<
    TimelineEntry['kind'],
    { description: string }
  >,
});

/** The actor in words; only requests and orders have one. */
function whoOf(entry: TimelineEntry): string | null {
  if (!('by' in entry)) return null;
  return 'name' in entry.by ? (entry.by.name ?? entry.by.kind) : entry.by.kind;
}

/** The outcome, as the status of its kind. */
function outcomeOf(entry: TimelineEntry): string | null {
  switch (entry.kind) {
    case 'callback':
      return entry.state;
    case 'settled':
    case 'delivery':
    case 'order':
    case 'refund_ended':
      return entry.status;
    case 'noted':
      return entry.action;
    case 'announced':
      return entry.type;
    default:
      return null;
  }
}

export const TimelineEntryRef = builder.objectRef<TimelineEntry>('TimelineEntry').implement({
  description: 'An entry in the history of a payment.',
  fields: (t) => ({
    at: t.exposeString('at', { description: 'When it happened, in ISO 8601 and UTC.' }),
    kind: t.field({ type: TimelineKindRef, description: 'What happened.', resolve: ({ kind }) => kind }),
    by: t.string({
      nullable: true,
      description: 'Who did it: the name of a person or an API key, operator, system or unknown.',
      resolve: whoOf,
    }),
    outcome: t.string({
      nullable: true,
      description:
        'The outcome: the status of a settlement, delivery, order or refund, the state of a callback, the action of an audit entry, or the type of an event.',
      resolve: outcomeOf,
    }),
  }),
});
