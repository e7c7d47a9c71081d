import { defineSentences } from '../kernel/refusals.ts';

/** Issues with values of this room. */
export const orderIssues = defineSentences({
  keyNotWaiting: 'is not a key that waits for a second person',
  underWay: 'is being {doing} already by order {order}',
  orderExpired: 'has expired',
  orderApproved: 'is approved already',
  orderDone: 'is approved and carried out already',
  orderRejected: 'is rejected already',
  orderCancelled: 'is cancelled already',
  tooFewOrders: 'must have at least one order',
  approvedAlone: 'has an order that is approved on its own page',
  sumDiffers: 'is not the sum of these orders',
  notOfBatch: 'has an id that is no row of this batch which would be paid',
  totalDiffers: 'is not the sum of the rows that would be paid, which is KES {sum}',
  allExcluded: 'leaves nothing to pay: reject the batch',
});

/** Refusals of this room's verbs. */
export const orderRefusals = defineSentences({
  ownOrder: 'You asked for this yourself: another person has to decide.',
  decidingRole: 'Your role may not decide about this.',
  requesterGoneSoUnapprovable: 'The person who asked for this may no longer ask for it, so it cannot be approved.',
  requesterGone: 'The person who asked for this may no longer ask for it.',
  orderAmountDiffers: 'The amount of this order is not the amount that it would move.',
  approvalNeededNow: 'The policy asks for the approval of a second person, and nobody approved this. Ask for it again.',
  approverGone: 'The person who approved this may no longer approve it. Ask for it again.',
  othersOrder: 'Only the person who asked for it can take it back. You can reject it.',
  credentialsUnset: 'The provider credentials of this application are not configured for {environment}.',
  initiatorUnset:
    'The initiator of this application is not configured for {environment}: initiator name and initiator password are missing.',
  policyChanged: 'The policy was changed after this was asked for. Ask for it again.',
  ruleChanged: 'The rule was changed or removed after this was asked for. Ask for it again.',
  approveBatchAlone: 'A batch of payouts is approved on its own page.',
  refundCarriedOut: 'The order {order} for a refund of this receipt is being carried out.',
  refundWaits: 'The order {order} for a refund of this receipt waits for approval.',
  personOnly: 'Only a person can do this.',
  formReused: 'This form has already sent another request. Open the form again.',
  requestingRole: 'Your role may not ask for this.',
  policyRole: 'Your role may not change the policy.',
  gaveUp: 'Something went wrong on our side, again and again. Nothing was sent.',
  moneyMayHaveMoved:
    'The provider gave no clear answer, so money may have moved. It stays pending until its outcome is known: look at it before you try again.',
  promptMayHaveGone:
    'The provider gave no clear answer, so the prompt may have been sent. The payment stays pending until its outcome is known: look at it before you try again.',
});
