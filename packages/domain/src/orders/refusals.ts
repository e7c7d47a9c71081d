import { defineIssues } from '../kernel/refusals.ts';

/** What can be wrong with values of this room alone. */
export const orderIssues = defineIssues({
  keyNotWaiting: 'is not a key that waits for a second person',
  underWay: 'is being {doing} already by order {order}',
  orderExpired: 'has expired',
  orderApproved: 'is approved already',
  orderDone: 'is approved and carried out already',
  orderRejected: 'is rejected already',
  orderCancelled: 'is cancelled already',
});
