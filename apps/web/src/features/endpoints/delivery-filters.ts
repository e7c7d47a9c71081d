import { choice, defineList, period } from '@/features/lists/filters';
import { allEventTypes } from '@/features/webhooks/event-types';

/** What the deliveries of an endpoint can be narrowed by. */
export const deliveryList = defineList('deliveries', [
  choice('status', ['due', 'delivered', 'exhausted', 'cancelled'], { texts: 'webhooks.deliveryStatus' }),
  choice('type', allEventTypes),
  period('since', 'until'),
]);
