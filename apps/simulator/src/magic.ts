import { magicPhone } from './magic-phone.ts';
import {
  envelope,
  errorUnder200,
  htmlErrorPage,
  internalError,
  quotaViolation,
  spikeArrest,
  systemBusy,
} from './refusals.ts';
import type { ResultName } from './results.ts';
import type { QueryBehaviour, Refusal, Scenario } from './scenario.ts';

type Row = Pick<Scenario, 'slug' | 'amount' | 'title'> & Partial<Scenario>;

const row = (fields: Row): Scenario => ({
  phone: magicPhone(fields.amount),
  group: 'transport',
  push: { kind: 'ack' },
  result: 'paid',
  secondResult: null,
  callback: 'once',
  query: 'normal',
  ...fields,
});

const outcome = (slug: string, amount: number, result: ResultName | null, title: string, query?: QueryBehaviour) =>
  row({ slug, amount, title, result, group: 'result', query: query ?? 'normal' });

const refusal = (slug: string, amount: number, title: string, answer: Refusal): Scenario =>
  row({ slug, amount, title, push: { kind: 'refuse', refusal: answer }, result: null });

/** Refuses a push while another prompt is open on the same phone. */
export const subscriberLock = envelope(
  500,
  '500.001.1001',
  '[STK_CB - ]Unable to lock subscriber, a transaction is already in process for the current subscriber',
);

/**
 * The magic table of prompts. A push to the phone, or for the amount, plays the row. The phone wins over the amount.
 */
export const promptScenarios: readonly Scenario[] = [
  outcome('paid', 70000, 'paid', '0: the customer pays'),
  outcome('insufficient-funds', 70001, 'insufficient_funds', '1: balance too low'),
  outcome('below-minimum', 70002, 'below_minimum', '2: below the minimum amount'),
  outcome('above-maximum', 70003, 'above_maximum', '3: above the maximum amount'),
  outcome('daily-limit', 70004, 'daily_limit', '4: daily limit reached'),
  outcome('balance-limit', 70008, 'balance_limit', '8: recipient balance limit reached'),
  outcome('same-amount', 70017, 'same_amount', '17: same amount to the same customer within two minutes'),
  outcome('traffic-blocked', 70026, 'traffic_blocked', '26: system too busy'),
  outcome('subscriber-locked', 71001, 'subscriber_locked', '1001: another transaction is open on that number'),
  outcome('operator-unknown', 71003, 'operator_unknown', 'SFC_IC0003: till and paybill mixed up (a string code)'),
  outcome('expired', 71019, 'expired', '1019: the transaction expired'),
  outcome('prompt-not-sent', 71025, 'prompt_not_sent', '1025: the prompt could not be sent'),
  outcome('cancelled', 71032, 'cancelled', '1032: the customer cancels'),
  outcome('no-answer', 71037, 'no_answer', '1037: the customer does not answer'),
  outcome('wrong-pin', 72001, 'wrong_pin', '2001: wrong PIN'),
  outcome('not-permitted', 72028, 'not_permitted', '2028: not permitted by product assignment'),
  outcome('type-mismatch', 72029, 'type_mismatch', '2029: transaction type does not match the shortcode'),
  outcome('still-4999', 74999, null, '4999: stays pending; every query says 4999 under HTTP 200', 'only_4999'),
  outcome('still-500', 75001, null, '500.001.1001: stays pending; every query says HTTP 500', 'only_500'),
  outcome('unlisted-code', 78006, 'credential_locked', '8006: a code outside the usual list'),
  outcome('push-failed', 79999, 'push_failed', '9999: the prompt was not delivered'),
  row({
    slug: 'hang',
    amount: 80001,
    title: 'No answer to the push at all; no prompt',
    push: { kind: 'hang' },
    result: null,
  }),
  row({
    slug: 'lost-ack',
    amount: 80002,
    title: 'Connection cut instead of an ack; prompt and callback come',
    push: { kind: 'cut' },
  }),
  row({ slug: 'late-callback', amount: 80003, title: 'Paid; the callback comes late', callback: 'late' }),
  row({
    slug: 'duplicate-callback',
    amount: 80004,
    title: 'Paid; the same callback twice, at the same time',
    callback: 'twice',
  }),
  row({
    slug: 'paid-then-cancelled',
    amount: 80005,
    title: 'Two callbacks that contradict: paid (true), then 1032',
    callback: 'contradict',
    secondResult: 'cancelled',
  }),
  row({
    slug: 'cancelled-then-paid',
    amount: 80006,
    title: 'Two callbacks that contradict: 1032, then paid (true)',
    callback: 'contradict',
    result: 'cancelled',
    secondResult: 'paid',
  }),
  row({
    slug: 'callback-before-ack',
    amount: 80007,
    title: 'Paid; the callback arrives before the ack',
    push: { kind: 'ack_after_callback' },
  }),
  row({ slug: 'lost-callback', amount: 80008, title: 'Paid; the callback is lost, the query knows', callback: 'lost' }),
  refusal('http-500', 80009, 'HTTP 500 with an HTML page; no prompt', htmlErrorPage),
  refusal('internal-error', 80010, '500.003.1001 internal error; no prompt', internalError),
  refusal('spike-arrest', 80011, 'Spike arrest fault under HTTP 500; no prompt', spikeArrest),
  refusal('system-busy', 80012, '500.003.02 system busy; no prompt', systemBusy),
  row({ slug: 'slow-ack', amount: 80013, title: 'The ack takes some seconds; then paid', push: { kind: 'slow_ack' } }),
  refusal(
    'wrong-credentials',
    80014,
    '500.001.1001 wrong credentials; no prompt',
    envelope(500, '500.001.1001', '[MerchantValidate] - Wrong credentials'),
  ),
  refusal('subscriber-lock', 80015, '500.001.1001 unable to lock subscriber; no prompt', subscriberLock),
  row({
    slug: 'token-once',
    amount: 80016,
    title: '404.001.03 for the first push of that phone (token revoked), then paid',
    push: { kind: 'token_refused_once' },
  }),
  row({
    slug: 'token-always',
    amount: 80017,
    title: '404.001.03 for every push; no prompt',
    push: { kind: 'token_refused' },
    result: null,
  }),
  refusal('error-under-200', 80018, 'Error envelope under HTTP 200; no prompt', errorUnder200),
  row({
    slug: 'other-amount',
    amount: 80019,
    title: 'Paid, but one shilling less than asked (2 when asked 1)',
    callback: 'other_amount',
  }),
  row({
    slug: 'query-noise',
    amount: 80020,
    title: 'Paid; no callback, every second final query says 500.001.1001',
    callback: 'lost',
    query: 'noisy',
  }),
  row({
    slug: 'query-empty-error',
    amount: 80021,
    title: 'Stays pending; queries say 500.001.1001 under HTTP 200',
    result: null,
    query: 'envelope_200',
  }),
  row({
    slug: 'query-spike-arrest',
    amount: 80022,
    title: 'Paid; every query is refused by spike arrest',
    query: 'spike_arrest',
  }),
  refusal('quota', 80023, '500.003.03 quota violation; no prompt', quotaViolation),
  refusal(
    'no-merchant',
    80024,
    '500.001.1001 merchant does not exist; no prompt',
    envelope(500, '500.001.1001', 'Merchant does not exist'),
  ),
  row({
    slug: 'gateway-timeout',
    amount: 80025,
    title: 'HTTP 504 HTML page although the prompt was made; paid',
    push: { kind: 'gateway_page' },
  }),
  row({
    slug: 'reordered-items',
    amount: 80026,
    title: 'Paid; callback items in another order, without Balance',
    callback: 'reordered',
  }),
  row({
    slug: 'lost-ack-and-callback',
    amount: 80027,
    title: 'Paid; neither ack nor callback arrives',
    push: { kind: 'cut' },
    callback: 'lost',
  }),
  row({
    slug: 'unreadable-ack',
    amount: 80028,
    title: 'HTTP 200 with half a JSON body although the prompt was made; paid',
    push: { kind: 'unreadable_ack' },
  }),
];

/** The scenario of every push outside the table: paid after the configured delay. */
export const ordinaryScenario: Scenario = row({
  slug: 'ordinary',
  amount: 0,
  phone: '',
  title: 'Paid after the configured delay',
});

const byPhone = new Map(promptScenarios.map((scenario) => [scenario.phone, scenario]));
const byAmount = new Map(promptScenarios.map((scenario) => [scenario.amount, scenario]));

/** Finds the scenario of a push: by phone, then by amount, else the ordinary one. */
export const findScenario = (phone: string, amount: number): Scenario =>
  byPhone.get(phone) ?? byAmount.get(amount) ?? ordinaryScenario;
