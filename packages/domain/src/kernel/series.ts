// Metrics of the domain and the provider's adapter. Prometheus uses these names; docs/monitoring.md explains them.

/** A series. With `buckets`, in seconds, it is a histogram, otherwise a counter. */
type Series = { name: string; help: string; labels: readonly string[]; buckets?: readonly number[] };

/** Calls of a few milliseconds up to those that end at a timeout. */
const callBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60] as const;

export const series = {
  providerCalls: {
    name: 'tillgate_provider_calls_total',
    help: 'Calls to the provider by outcome, with the code of a refusal.',
    labels: ['operation', 'environment', 'outcome', 'code', 'rail'],
  },
  providerSeconds: {
    name: 'tillgate_provider_call_seconds',
    help: 'How long calls to the provider took, with the access token.',
    labels: ['operation', 'environment', 'rail'],
    buckets: callBuckets,
  },
  tokenFetches: {
    name: 'tillgate_provider_token_fetches_total',
    help: 'Access tokens fetched from the provider by outcome.',
    labels: ['environment', 'outcome'],
  },
  callbacksReceived: {
    name: 'tillgate_callbacks_received_total',
    help: 'Callbacks of the provider as they were posted, by what became of them.',
    labels: ['kind', 'outcome'],
  },
  callbacksApplied: {
    name: 'tillgate_callbacks_applied_total',
    help: 'Callbacks taken from the inbox, by what became of them.',
    labels: ['kind', 'outcome'],
  },
  callbackSeconds: {
    name: 'tillgate_callback_apply_seconds',
    help: 'From the arrival of a callback to the commit that applied it.',
    labels: ['kind'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 3600],
  },
  railNoticeProof: {
    name: 'tillgate_rail_notice_proof_total',
    help: 'Notices at the hooks of accounts, by what their hash is right for.',
    labels: ['rail', 'form'],
  },
  settlements: {
    name: 'tillgate_settlements_total',
    help: 'Payments and disbursements settled, by what told the outcome.',
    labels: ['subject', 'environment', 'status', 'by'],
  },
  deliveryAttempts: {
    name: 'tillgate_delivery_attempts_total',
    help: 'Attempts to deliver webhooks, by what became of the delivery and what the endpoint answered.',
    labels: ['environment', 'outcome', 'answer'],
  },
  deliverySeconds: {
    name: 'tillgate_delivery_attempt_seconds',
    help: 'How long endpoints of merchants took to answer.',
    labels: ['environment'],
    buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
  },
  retentionRows: {
    name: 'tillgate_retention_rows_total',
    help: 'Rows and texts that the retention policy removed.',
    labels: ['kind'],
  },
} as const satisfies Record<string, Series>;

/** Counts in the memory of the process: by 1, or in a histogram by seconds. */
export type Meter = {
  readonly [key in keyof typeof series]: (
    labels: Record<(typeof series)[key]['labels'][number], string>,
    value?: number,
  ) => void;
};
