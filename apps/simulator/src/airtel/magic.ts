import { magicPhone } from '../magic-phone.ts';
import { airtelRefusals } from './refusals.ts';
import type { CollectionResultName } from './results.ts';
import type { CollectionScenario, RefundBehaviour } from './scenario.ts';

/** What the phones of the magic tables begin with; the number of the row follows. */
export const magicPrefix = '2547330';

type Row = Pick<CollectionScenario, 'slug' | 'number' | 'title'> & Partial<CollectionScenario>;

const row = (fields: Row): CollectionScenario => ({
  phone: magicPhone(fields.number, magicPrefix),
  group: 'transport',
  answer: 'ack',
  isTaken: true,
  result: 'paid',
  notice: 'once',
  enquiry: 'truth',
  refund: { kind: 'plain', isDone: true },
  ...fields,
});

const outcome = (slug: string, number: number, result: CollectionResultName | null, title: string) =>
  row({ slug, number, title, result, group: 'result' });

const refusal = (slug: string, number: number, title: string, answer: CollectionScenario['answer']) =>
  row({ slug, number, title, answer, isTaken: false, result: null });

const refund = (slug: string, number: number, title: string, behaviour: RefundBehaviour) =>
  row({ slug, number, title, group: 'refund', refund: behaviour });

/** The magic table of collections. A collection from the phone plays the row. */
export const collectionScenarios: readonly CollectionScenario[] = [
  outcome('paid', 70000, 'paid', 'TS: the customer approves'),
  outcome('no-money', 70001, 'no_money', 'TF, DP00800001007: not enough money'),
  outcome('above-limit', 70003, 'above_limit', "TF, DP00800001003: above the customer's limit"),
  outcome('not-permitted', 71010, 'not_permitted', 'TF, DP00800001010: not registered for the service, or barred'),
  outcome('expired', 71019, 'expired', 'TE, DP00800001029: the prompt expires; its notice says TF'),
  outcome('timed-out', 71024, 'timed_out', 'TF, DP00800001024: timed out'),
  outcome('no-pin', 71025, 'no_pin', 'TF, DP00800001005: the customer enters no PIN'),
  outcome('declined', 71032, 'declined', 'TF, DP00800001008: the customer declines'),
  outcome('silence', 71037, null, 'TIP for ever: the customer does not answer, no notice comes'),
  outcome('wrong-pin', 72001, 'wrong_pin', 'TF, DP00800001002: wrong PIN; no notice comes'),
  outcome('not-honoured', 79999, 'not_honoured', 'TF, DP00800001009: do not honor'),
  refusal('never-received', 80001, 'Connection cut, never taken; the enquiry does not know the id', 'drop'),
  row({ slug: 'lost-ack', number: 80002, title: 'Connection cut although it was taken; paid', answer: 'cut' }),
  row({ slug: 'late-notice', number: 80003, title: 'Paid; the notice comes late', notice: 'late' }),
  row({ slug: 'notice-twice', number: 80004, title: 'Paid; the same notice twice, at the same time', notice: 'twice' }),
  row({
    slug: 'failed-then-paid',
    number: 80005,
    title: 'Paid; an intermediate notice says TF, then one says TS',
    notice: 'failed_first',
  }),
  row({
    slug: 'notice-before-ack',
    number: 80007,
    title: 'Paid; the notice arrives before the ack',
    answer: 'ack_after_notice',
  }),
  row({ slug: 'no-notice', number: 80008, title: 'Paid; no notice at all, the enquiry knows', notice: 'none' }),
  row({
    slug: 'http-500-taken',
    number: 80009,
    title: 'HTTP 500 "Something Went Wrong" although it was taken; paid',
    answer: airtelRefusals.somethingWrong,
  }),
  refusal('http-500', 80010, 'HTTP 500 "Something Went Wrong"; not taken', airtelRefusals.somethingWrong),
  refusal('too-many', 80011, 'HTTP 429; not taken', airtelRefusals.tooMany),
  refusal('refused-under-200', 80012, 'ESB000011 under HTTP 200; not taken', airtelRefusals.failed),
  row({ slug: 'slow-ack', number: 80013, title: 'The ack takes some seconds; then paid', answer: 'slow_ack' }),
  refusal('no-wallet', 80014, 'HTTP 400, DP00800001005 "Msisdn Not Found"; not taken', airtelRefusals.noWallet),
  refusal('duplicate-fresh', 80015, 'ESB000041 for an id that was never used; not taken', airtelRefusals.usedId),
  row({
    slug: 'token-once',
    number: 80016,
    title: 'HTTP 401 for the first call of that phone (token revoked), then paid',
    answer: 'token_once',
  }),
  row({
    slug: 'duplicate-taken',
    number: 80017,
    title: 'ESB000041 although this call was the first and was taken; paid',
    answer: airtelRefusals.usedId,
  }),
  row({
    slug: 'timeout-inside',
    number: 80018,
    title: 'ROUTER117 timeout under HTTP 200 although it was taken; paid',
    answer: airtelRefusals.timedOutInside,
  }),
  row({ slug: 'unsigned', number: 80019, title: 'Paid; the notice has no hash', notice: 'unsigned' }),
  row({ slug: 'wrong-hash', number: 80020, title: 'Paid; the notice has a wrong hash', notice: 'wrong_hash' }),
  row({
    slug: 'unknown-then-found',
    number: 80021,
    title: 'Connection cut although it was taken; two enquiries do not know the id, the third finds it paid; no notice',
    answer: 'cut',
    notice: 'none',
    enquiry: 'unknown_first',
  }),
  row({
    slug: 'letters-ti',
    number: 80022,
    title: 'Paid; two enquiries say TI, the third says TS; no notice',
    notice: 'none',
    enquiry: 'ti_first',
  }),
  row({
    slug: 'ambiguous',
    number: 80023,
    title: 'Paid; every enquiry says TA (ambiguous); no notice',
    notice: 'none',
    enquiry: 'ta',
  }),
  row({
    slug: 'gateway-timeout',
    number: 80025,
    title: 'HTTP 504 HTML page although it was taken; paid',
    answer: 'gateway_page',
  }),
  row({
    slug: 'ack-without-id',
    number: 80026,
    title: 'Paid; the ack has `false` instead of the id',
    answer: 'ack_without_id',
  }),
  row({
    slug: 'lost-ack-and-notice',
    number: 80027,
    title: 'Paid; neither ack nor notice arrives',
    answer: 'cut',
    notice: 'none',
  }),
  row({
    slug: 'unreadable-ack',
    number: 80028,
    title: 'HTTP 200 with half a JSON body although it was taken; paid',
    answer: 'unreadable_ack',
  }),
  refund('refund-lost', 90001, 'Paid; a refund is done, but its connection is cut', { kind: 'cut', isDone: true }),
  refund('refund-never-received', 90002, 'Paid; a refund is not done, its connection is cut', {
    kind: 'cut',
    isDone: false,
  }),
  refund('refund-500-done', 90003, 'Paid; a refund is done, but gets HTTP 500', {
    kind: 'answer',
    isDone: true,
    refusal: airtelRefusals.somethingWrong,
  }),
  refund('refund-refused', 90004, 'Paid; a refund gets ESB000011 under HTTP 200 and is not done', {
    kind: 'answer',
    isDone: false,
    refusal: airtelRefusals.failed,
  }),
  refund('refund-doubtful', 90005, 'Paid; a refund is done and says SUCCESS beside `success: false`', {
    kind: 'doubtful',
    isDone: true,
  }),
];

/** The scenario of every phone outside the table: paid after the configured delay. */
export const ordinaryCollection: CollectionScenario = row({
  slug: 'ordinary',
  number: 0,
  phone: '',
  title: 'Paid after the configured delay',
});

const byPhone = new Map(collectionScenarios.map((scenario) => [scenario.phone, scenario]));

/** Finds the scenario of a phone in the form `2547…`, else the ordinary one. */
export const findCollectionScenario = (phone: string): CollectionScenario => byPhone.get(phone) ?? ordinaryCollection;
