import { defineSentences } from '../kernel/refusals.ts';

/** What can be wrong with values of this room alone. */
export const deliveryIssues = defineSentences({
  tooFewDeliveries: 'must have at least one delivery',
  deliveryBodyGone: 'cannot be sent again: the body of its event was deleted. Read the payment or payout instead',
});

/** Why verbs of this room refuse. */
export const deliveryRefusals = defineSentences({
  deliveryUnderWay: 'The delivery is being attempted right now. Check its status in a moment.',
});
