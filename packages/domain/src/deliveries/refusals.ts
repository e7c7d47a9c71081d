import { defineIssues } from '../kernel/refusals.ts';

/** What can be wrong with values of this room alone. */
export const deliveryIssues = defineIssues({
  tooFewDeliveries: 'must have at least one delivery',
  deliveryBodyGone: 'cannot be sent again: the body of its event was deleted. Read the payment or payout instead',
});
