import { defineSentences } from '../kernel/refusals.ts';

/** Issues with values of this room. */
export const readingIssues = defineSentences({
  cannotUseWithFirst: 'cannot be used together with first',
  cannotUseWithLast: 'cannot be used together with last',
  needsLast: 'needs last',
  notAfterStart: 'must be after createdFrom',
  withinTwoYears: 'must be within {max} days of createdFrom: a report covers at most two years',
  actor: 'is not an actor',
  action: 'is not an action',
  deliveryElsewhere: 'is not a delivery of this endpoint',
  orderElsewhere: 'is not one of your orders',
  paymentId: 'must be a paymentId',
  paymentElsewhere: 'is not one of your payments',
  nearer: 'must be nearer: {why}',
  oneApplication: 'needs one application: say its applicationId',
  tooManyLines: 'has too many lines: choose fewer days',
  tooManyConfirmations: 'has too many confirmations: choose fewer days',
  recoveryElsewhere: 'is not a recovery of this endpoint',
  intervalTooFine: 'must be day or longer for more than {max} days',
  groupsTooMany: 'must be longer, or the groups fewer: this report has more than {max} rows',
  offsetNotWhole: 'must be whole hours from UTC: totals are kept by the hour',
  method: 'is not a method',
  reviewReason: 'must be a reason',
  trialTooSlow: 'cannot be tried, because this application has too many rows. Let the rule only record for some days',
  memberOrNobody: 'must be a member or nobody',
});
