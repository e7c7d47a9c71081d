import { choice, defineList, period, text } from '@/features/lists/filters';
import { allEventTypes } from '@/features/webhooks/event-types';

/** What the list of events can be narrowed by. */
export const eventList = defineList('events', [
  choice('type', allEventTypes),
  choice('delivery', ['exhausted', 'due', 'delivered', 'cancelled', 'none'], { texts: 'webhooks.deliveryStatus' }),
  text('subjectId', { hasHelp: true }),
  period('since', 'until'),
]);
