/** The features that have texts: each is a file below `messages/` in every language. */
export const namespaces = [
  'account',
  'audit',
  'catalogue',
  'collect',
  'credentials',
  'deliveries',
  'developers',
  'endpoints',
  'events',
  'handset',
  'home',
  'identity',
  'inquiries',
  'keys',
  'members',
  'offline',
  'orders',
  'payments',
  'payouts',
  'policy',
  'requests',
  'shell',
  'views',
] as const;

export type Namespace = (typeof namespaces)[number];
