import { defineSentences } from '../kernel/refusals.ts';

/** Issues with values of this room. */
export const deliveryIssues = defineSentences({
  tooFewDeliveries: 'must have at least one delivery',
  deliveryBodyGone: 'cannot be sent again: the body of its event was deleted. Read the payment or payout instead',
});

/** Refusals of this room's verbs. */
export const deliveryRefusals = defineSentences({
  deliveryUnderWay: 'The delivery is being attempted right now. Check its status in a moment.',
});
