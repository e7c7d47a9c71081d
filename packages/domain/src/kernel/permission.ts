/** The permissions of members. Each verb that a person can reach requires one. */
export const permissions = [
  'reports.read',
  'payments.read',
  'payments.collect',
  'payments.query',
  'links.read',
  /** To make, change and end pages on which anybody can pay. */
  'links.write',
  'payouts.read',
  'payouts.request',
  'batches.read',
  /** To make, send off, pause and cancel lists of payouts. */
  'batches.request',
  'reversals.request',
  'orders.read',
  'orders.approve',
  'reviews.read',
  'reviews.work',
  'reviews.resolve',
  'inquiries.read',
  'inquiries.ask',
  /** To see the provider's statements: balances, and everybody who paid. */
  'statements.read',
  'statements.import',
  /** To see the close of day: movements and balances of the accounts. */
  'days.read',
  /** To sign off the figures of a day. */
  'days.signOff',
  /** To set the balance below which people are alerted. */
  'float.write',
  'offline.read',
  'offline.write',
  'keys.read',
  'keys.write',
  /** To give a production key a scope that moves money out. */
  'keys.grant',
  /** Tokens that BI tools read reports with. */
  'reportingTokens.read',
  'reportingTokens.write',
  'endpoints.read',
  'endpoints.write',
  'requests.read',
  /** To choose whether the request log keeps bodies. */
  'requests.write',
  'events.read',
  'catalogue.read',
  'handset.use',
  'credentials.read',
  'credentials.write',
  'policy.read',
  'policy.write',
  'audit.read',
  /** To make, read and download files of lists. The list's own permission is needed too. */
  'exports.use',
  /** To manage the buckets for files. */
  'exports.buckets',
  'views.use',
  'views.share',
  'members.read',
  'members.write',
  'organization.leave',
  /** To set the sign-in rules for members. */
  'organization.secure',
  /** To export and erase the data of a customer. */
  'subjects.manage',
  'applications.write',
] as const;

export type Permission = (typeof permissions)[number];
