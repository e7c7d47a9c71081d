/** The outcome of a prompt, as the provider reports it. */
export type Outcome = {
  code: string;
  description: string;
  /** Seconds from the acknowledgement to the callback. */
  seconds: readonly [min: number, max: number];
};

export const paid: Outcome = {
  code: '0',
  description: 'The service request is processed successfully.',
  seconds: [6, 38],
};

/** Failures with their weights. Most come from customers who cancel or do not respond. */
export const failures: readonly (readonly [weight: number, outcome: Outcome])[] = [
  [38, { code: '1032', description: 'Request cancelled by user.', seconds: [4, 45] }],
  [19, { code: '1037', description: 'DS timeout user cannot be reached.', seconds: [58, 75] }],
  [6, { code: '1037', description: 'No response from user.', seconds: [60, 80] }],
  [17, { code: '1', description: 'The balance is insufficient for the transaction.', seconds: [6, 30] }],
  [8, { code: '2001', description: 'The initiator information is invalid.', seconds: [8, 40] }],
  [4, { code: '1019', description: 'Transaction has expired.', seconds: [60, 90] }],
  [
    3,
    { code: '1001', description: 'Unable to lock subscriber, a transaction is already in process.', seconds: [1, 3] },
  ],
  [2, { code: '17', description: 'Internal error: the rule was limited.', seconds: [2, 6] }],
  [1, { code: '26', description: 'System busy. The service request is rejected.', seconds: [1, 4] }],
  [1, { code: '9999', description: 'An error occurred while sending a push request.', seconds: [2, 8] }],
  [0.6, { code: '1025', description: 'An error occurred while sending a push request.', seconds: [2, 8] }],
  [0.6, { code: '2028', description: 'The request is not permitted by the product assignment.', seconds: [2, 6] }],
];

/** Failures during an outage of the provider. */
export const outage: readonly (readonly [weight: number, outcome: Outcome])[] = [
  [5, { code: '26', description: 'System busy. The service request is rejected.', seconds: [1, 4] }],
  [4, { code: '17', description: 'Internal error: the rule was limited.', seconds: [2, 6] }],
  [3, { code: '1037', description: 'DS timeout user cannot be reached.', seconds: [58, 75] }],
  [4, paid],
];

/** Failures of payouts. */
export const payoutFailures: readonly (readonly [weight: number, failure: { code: string; description: string }])[] = [
  [4, { code: 'SFC_IC0003', description: 'The operator does not exist.' }],
  [3, { code: '8', description: 'The customer would exceed the maximum account balance.' }],
  [3, { code: '1', description: 'The balance is insufficient for the transaction.' }],
];
