import type { Failure } from './expected-outcomes.ts';

/** What the contract promises a merchant for one payout that the simulator plays. Written by hand. */
export type ExpectedPayout = {
  /** Answer of POST /payout under a key. 409 is the indeterminate one. */
  answer: 202 | 409 | 502;
  /** Whether the provider took it on. */
  taken: boolean;
  /** `pending`: nothing that comes by itself settles it; it is asked about two minutes later. */
  final: 'pending' | 'success' | 'failed';
  /** Result of a failed payout, or the refusal under a 502. */
  failure?: Failure;
  /** How often the provider was asked; more than once only where it had proven that the token was refused. */
  requests?: number;
};

const paid: ExpectedPayout = { answer: 202, taken: true, final: 'success' };
const paidWithoutAck: ExpectedPayout = { ...paid, answer: 409 };
const waiting: ExpectedPayout = { answer: 202, taken: true, final: 'pending' };
const waitingWithoutAck: ExpectedPayout = { ...waiting, answer: 409 };
const unknown: ExpectedPayout = { answer: 409, taken: false, final: 'pending' };
/** Category null: spec 7.3 does not list the code; such a code must never invite a repeat. */
const failed = (code: number | string, category: string | null = null): ExpectedPayout => ({
  answer: 202,
  taken: true,
  final: 'failed',
  failure: { code, category, retryable: false },
});
const refused = (code: string, category: string | null = null, retryable = false): ExpectedPayout => ({
  answer: 502,
  taken: false,
  final: 'failed',
  failure: { code, category, retryable },
});

/** Results, by slug of the simulator's table; codes, categories and retryability as in spec 7.3. */
const results: Record<string, ExpectedPayout> = {
  done: paid,
  'insufficient-funds': failed(1),
  'below-minimum': failed(2),
  'above-maximum': failed(3),
  'daily-limit': failed(4),
  'balance-limit': failed(8),
  'debit-party-invalid': failed(11),
  // Another request of that id decides.
  'duplicate-result-15': waiting,
  'internal-failure': failed(17),
  'credential-check-failed': failed(18),
  'sequencing-failed': failed(19),
  'initiator-unknown': failed(20),
  'initiator-not-allowed': failed(21),
  'initiator-inactive': failed(22),
  'field-missing': failed(24),
  'parameter-invalid': failed(25),
  'traffic-blocked': failed(26),
  'command-invalid': failed(29),
  'phone-invalid': failed('SFC_IC0003'),
  'initiator-invalid': failed(2001, 'your_setup'),
  'account-rule': failed(2006),
  'not-permitted': failed(2028),
  'receiver-unregistered': failed(2040),
  'reject-msisdn': failed('C2B00011', 'customer'),
  'reject-account': failed('C2B00012', 'customer'),
  'reject-amount': failed('C2B00013', 'customer'),
  'reject-kyc': failed('C2B00014', 'customer'),
  'reject-shortcode': failed('C2B00015', 'your_setup'),
  'reject-other': failed('C2B00016', 'customer'),
  maintenance: failed('00.002.1001'),
  // The provider will send it again by itself.
  'cached-for-resend': waiting,
  overloaded: failed(100000001),
  throttled: failed(100000002),
  'core-error': failed(100000004),
  'value-invalid': failed(100000005),
  'state-abnormal': failed(100000007),
  'interface-abnormal': failed(100000009),
  'no-permission': failed(100000010),
  'rate-exceeded': failed(100000011),
  'credential-locked': failed(8006),
};

/** Faults on the way, and queue timeouts, which bring the first question forward. */
const faults: Record<string, ExpectedPayout> = {
  hang: unknown,
  'lost-ack': paidWithoutAck,
  'late-result': paid,
  'duplicate-result': paid,
  'done-then-failed': paid,
  'result-before-ack': paid,
  'lost-result': waiting,
  'http-500': unknown,
  'internal-error': unknown,
  // Nothing was done, so it may be tried again.
  'spike-arrest': refused('policies.ratelimit.SpikeArrestViolation', null, true),
  'system-busy': refused('500.003.02'),
  'slow-ack': paid,
  'initiator-refused': refused('400.002.02', 'your_setup'),
  'token-once': { ...paid, requests: 2 },
  'token-always': { ...refused('401.002.01', 'your_setup', true), requests: 2 },
  'error-under-200': unknown,
  quota: refused('500.003.03'),
  'no-product': refused('401.003.01'),
  'gateway-timeout': paidWithoutAck,
  'reordered-result': paid,
  'lost-ack-and-result': waitingWithoutAck,
  'unreadable-ack': paidWithoutAck,
  'text-codes': paid,
  'more-follows': paid,
  'timeout-then-result': paid,
  'timeout-executed': paid,
  'timeout-result-then-result': paid,
  // The provider's word for the state, as no result ever came.
  'timeout-not-executed': failed('Expired'),
  'seen-not-executed': waitingWithoutAck,
  'duplicate-fresh': unknown,
  'accepted-silent': waiting,
};

export const expectedPayouts: Record<string, ExpectedPayout> = { ...results, ...faults };
