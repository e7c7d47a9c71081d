/** `category` null: the specification does not list the code; any category that it knows may explain it. */
export type Failure = { code: number | string; category: string | null; retryable: boolean };

/** What the contract promises a merchant for one scenario of the simulator. Written from the specification by hand. */
export type Expected = {
  /** Answer of POST /collect. 409 is the indeterminate one. */
  answer: 202 | 409 | 502;
  /** Whether the provider makes a prompt. */
  prompted: boolean;
  final: 'pending' | 'success' | 'failed';
  /** Result of a failed payment, or the refusal under a 502. */
  failure?: Failure;
  /** Only a status read can learn of it: no callback comes, so there is no receipt. */
  byQuery?: true;
  /** Paid, but so much less than asked. */
  short?: number;
  /** The payment fails first, and the money turns out to have moved. */
  failedBefore?: Failure;
};

const paid: Expected = { answer: 202, prompted: true, final: 'success' };
const paidWithoutAck: Expected = { answer: 409, prompted: true, final: 'success' };
const waiting: Expected = { answer: 202, prompted: true, final: 'pending' };
const unknown: Expected = { answer: 409, prompted: false, final: 'pending' };
const failed = (code: number | string, category: string | null, retryable: boolean): Expected => ({
  answer: 202,
  prompted: true,
  final: 'failed',
  failure: { code, category, retryable },
});
const refused = (code: string, category: string | null, retryable: boolean): Expected => ({
  answer: 502,
  prompted: false,
  final: 'failed',
  failure: { code, category, retryable },
});

/** By slug of the simulator's magic table; codes, categories and retryability as in spec 7.3. */
export const expectedOutcomes: Record<string, Expected> = {
  paid,
  'insufficient-funds': failed(1, 'balance', true),
  'below-minimum': failed(2, null, false),
  'above-maximum': failed(3, null, false),
  'daily-limit': failed(4, null, false),
  'balance-limit': failed(8, null, false),
  'same-amount': failed(17, 'provider_system', false),
  'traffic-blocked': failed(26, 'provider_system', false),
  'subscriber-locked': failed(1001, 'customer', false),
  'operator-unknown': failed('SFC_IC0003', null, false),
  expired: failed(1019, 'customer', true),
  'prompt-not-sent': failed(1025, 'provider_system', false),
  cancelled: failed(1032, 'customer', true),
  'no-answer': failed(1037, 'customer', true),
  'wrong-pin': failed(2001, 'customer', true),
  'not-permitted': failed(2028, 'limit', false),
  'type-mismatch': failed(2029, 'your_setup', false),
  'still-4999': waiting,
  'still-500': waiting,
  'unlisted-code': failed(8006, null, false),
  'push-failed': failed(9999, 'provider_system', false),
  hang: unknown,
  'lost-ack': paidWithoutAck,
  'late-callback': paid,
  'duplicate-callback': paid,
  'paid-then-cancelled': paid,
  'cancelled-then-paid': { ...paid, failedBefore: { code: 1032, category: 'customer', retryable: true } },
  'callback-before-ack': paid,
  'lost-callback': { ...paid, byQuery: true },
  'http-500': unknown,
  'internal-error': unknown,
  // Nothing was done, so it may be tried again.
  'spike-arrest': refused('policies.ratelimit.SpikeArrestViolation', null, true),
  'system-busy': refused('500.003.02', null, false),
  'slow-ack': paid,
  // What 500.001.1001 means on a push stands in its text only; the specification has an entry for one of the texts.
  'wrong-credentials': refused('500.001.1001', null, false),
  'subscriber-lock': refused('500.001.1001', null, false),
  'no-merchant': refused('500.001.1001', 'provider_system', false),
  'token-once': paid,
  'token-always': refused('404.001.03', 'your_setup', true),
  'error-under-200': unknown,
  'other-amount': { ...paid, short: 1 },
  'query-noise': { ...paid, byQuery: true },
  'query-empty-error': waiting,
  'query-spike-arrest': paid,
  quota: refused('500.003.03', null, false),
  'gateway-timeout': paidWithoutAck,
  'reordered-items': paid,
  'lost-ack-and-callback': { ...unknown, prompted: true },
  'unreadable-ack': paidWithoutAck,
};

/** The categories that spec 7.3 knows, and the one for codes that it does not. */
export const categories = [
  'success',
  'balance',
  'provider_system',
  'customer',
  'limit',
  'your_setup',
  'pending',
  'unknown',
];
