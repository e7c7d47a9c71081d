import {
  envelope,
  errorUnder200,
  htmlErrorPage,
  internalError,
  noProduct,
  quotaViolation,
  spikeArrest,
  systemBusy,
} from '../refusals.ts';
import type { Refusal } from '../scenario.ts';
import { moneyOperations, row } from './row.ts';
import type { SecuredScenario } from './scenario.ts';

/** The refusal of a payout whose OriginatorConversationID was used before. */
export const duplicateOriginatorId = envelope(500, '500.002.1001', 'Duplicate OriginatorConversationID');

const initiatorRefused = envelope(400, '400.002.02', 'Bad Request - Invalid Initiator Information');

const refused = (number: number, slug: string, title: string, refusal: Refusal): SecuredScenario =>
  row({ slug, number, title, request: { kind: 'refuse', refusal } });

/** Refusals of the request itself. */
export const refusalRows: readonly SecuredScenario[] = [
  refused(80009, 'http-500', 'HTTP 500 with an HTML page; not executed', htmlErrorPage),
  refused(80010, 'internal-error', '500.003.1001 internal error; not executed', internalError),
  refused(80011, 'spike-arrest', 'Spike arrest fault under HTTP 500; not executed', spikeArrest),
  refused(80012, 'system-busy', '500.003.02 system busy; not executed', systemBusy),
  refused(80014, 'initiator-refused', '400.002.02 Invalid Initiator Information; not executed', initiatorRefused),
  refused(80018, 'error-under-200', 'Error envelope under HTTP 200; not executed', errorUnder200),
  refused(80023, 'quota', '500.003.03 quota violation; not executed', quotaViolation),
  refused(80024, 'no-product', '401.003.01 although the token is good; not executed', noProduct),
];

/** Faults on the way, and queue timeouts. */
export const transportRows: readonly SecuredScenario[] = [
  row({ number: 80001, slug: 'hang', title: 'No answer at all; not executed', request: { kind: 'hang' } }),
  row({
    number: 80002,
    slug: 'lost-ack',
    title: 'Connection cut instead of an ack; executed, the result comes',
    request: { kind: 'cut' },
  }),
  row({ number: 80003, slug: 'late-result', title: 'Executed; the result comes late', delivery: 'late' }),
  row({
    number: 80004,
    slug: 'duplicate-result',
    title: 'Executed; the same result twice, at the same time',
    delivery: 'twice',
  }),
  row({
    number: 80005,
    slug: 'done-then-failed',
    title: 'Two results that contradict: 0 (true), then 17',
    operations: moneyOperations,
    delivery: 'contradict',
    secondResult: 'internal_failure',
  }),
  row({
    number: 80007,
    slug: 'result-before-ack',
    title: 'Executed; the result arrives before the ack',
    request: { kind: 'ack_after_result' },
  }),
  row({ number: 80008, slug: 'lost-result', title: 'Executed; the result is lost', delivery: 'lost' }),
  row({
    number: 80013,
    slug: 'slow-ack',
    title: 'The ack takes some seconds; executed',
    request: { kind: 'slow_ack' },
  }),
  row({
    number: 80016,
    slug: 'token-once',
    title: 'Token error for the first request (token revoked), then executed',
    request: { kind: 'token_refused_once' },
  }),
  row({
    number: 80017,
    slug: 'token-always',
    title: 'Token error for every request; not executed',
    request: { kind: 'token_refused' },
  }),
  row({
    number: 80025,
    slug: 'gateway-timeout',
    title: 'HTTP 504 HTML page although it was accepted; executed, the result comes',
    request: { kind: 'gateway_page' },
  }),
  row({ number: 80026, slug: 'reordered-result', title: 'Executed; result keys in another order', form: 'reordered' }),
  row({
    number: 80027,
    slug: 'lost-ack-and-result',
    title: 'Executed; neither ack nor result arrives',
    request: { kind: 'cut' },
    delivery: 'lost',
  }),
  row({
    number: 80028,
    slug: 'unreadable-ack',
    title: 'HTTP 200 with half a JSON body although it was accepted; executed, the result comes',
    request: { kind: 'unreadable_ack' },
  }),
  row({ number: 80029, slug: 'text-codes', title: 'Executed; codes are strings in the result', form: 'text_codes' }),
  row({
    number: 80030,
    slug: 'more-follows',
    title: 'ResultType 1 (more follows) first, then the final ResultType 0',
    delivery: 'more_follows',
  }),
  row({
    number: 80031,
    slug: 'timeout-then-result',
    title: 'Queue timeout (the request itself is posted back), later the result: executed',
    timeout: 'payload',
    delivery: 'late',
  }),
  row({
    number: 80032,
    slug: 'timeout-executed',
    title: 'Queue timeout (the request itself is posted back), no result, although executed',
    timeout: 'payload',
    delivery: 'never',
  }),
  row({
    number: 80033,
    slug: 'timeout-result-then-result',
    title: 'Queue timeout (a Result with a code), later the true result: executed',
    timeout: 'result',
    delivery: 'late',
  }),
  row({
    number: 80034,
    slug: 'timeout-not-executed',
    title: 'Queue timeout (a Result with a code), no result: not executed, TransactionStatus says Expired',
    timeout: 'result',
    delivery: 'never',
    executed: 'expired',
  }),
  row({
    number: 80035,
    slug: 'seen-not-executed',
    title: 'Connection cut, never executed, yet a repeat of the id is refused as a duplicate; nothing is known of it',
    operations: ['payout'],
    request: { kind: 'cut' },
    delivery: 'never',
    executed: 'unknown',
  }),
  row({
    number: 80037,
    slug: 'duplicate-fresh',
    title: '500.002.1001 for an id that was never seen; not executed',
    operations: ['payout'],
    request: { kind: 'refuse', refusal: duplicateOriginatorId },
  }),
  row({
    number: 80036,
    slug: 'accepted-silent',
    title: 'Acked, then nothing: no result, not executed, TransactionStatus says Expired',
    delivery: 'never',
    executed: 'expired',
  }),
];
