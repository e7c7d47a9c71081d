import { magicPhone } from '../magic-phone.ts';
import type { AckKind } from '../scenario.ts';
import { magicPrefix } from './magic.ts';
import { type AirtelRefusal, airtelRefusals, disbursementRefusals } from './refusals.ts';
import type { DisbursementResultName } from './results.ts';
import type { EnquiryBehaviour } from './scenario.ts';

/** How the simulator replies to a payout. `ack` tells the outcome; `bare` is HTTP 200 with an empty object. */
type AnswerKind = AckKind | 'in_progress' | 'ambiguous' | 'bare' | 'drop' | 'token_once';

/** One row of the magic table of payouts. */
export type DisbursementScenario = {
  slug: string;
  number: number;
  phone: string;
  title: string;
  answer: AnswerKind | AirtelRefusal;
  /** Whether the rail takes the request, whatever it replies. */
  isTaken: boolean;
  result: DisbursementResultName;
  enquiry: EnquiryBehaviour;
};

type Row = Pick<DisbursementScenario, 'slug' | 'number' | 'title'> & Partial<DisbursementScenario>;

const row = (fields: Row): DisbursementScenario => ({
  phone: magicPhone(fields.number, magicPrefix),
  answer: 'ack',
  isTaken: true,
  result: 'paid',
  enquiry: 'truth',
  ...fields,
});

const outcome = (slug: string, number: number, result: DisbursementResultName, title: string) =>
  row({ slug, number, title, result });

const paid = (slug: string, number: number, title: string, answer: DisbursementScenario['answer']) =>
  row({ slug, number, title, answer });

const refusal = (slug: string, number: number, title: string, answer: DisbursementScenario['answer']) =>
  row({ slug, number, title, answer, isTaken: false });

/** The magic table of payouts. A payout to the phone plays the row. */
export const disbursementScenarios: readonly DisbursementScenario[] = [
  outcome('paid', 70000, 'paid', 'TS: paid'),
  outcome('day-limit', 70003, 'day_limit', 'TF, DP00900001003: the limit of a day is reached'),
  outcome('failed', 70005, 'failed', 'TF, DP00900001005: failed without a reason'),
  outcome('no-funds', 70007, 'no_funds', 'TF, DP00900001007: the wallet of the client lacks funds'),
  outcome('wrong-number', 70012, 'wrong_number', 'TF, DP00900001012: the number has no wallet'),
  outcome('barred', 70019, 'barred', 'TF, DP00900001019: the wallet of the client is barred'),
  refusal('never-received', 80001, 'Connection cut, never taken; the enquiry does not know the id', 'drop'),
  paid('lost-answer', 80002, 'Connection cut although it was taken; paid', 'cut'),
  paid(
    'http-500-taken',
    80009,
    'HTTP 500 "Something Went Wrong" although it was taken; paid',
    airtelRefusals.somethingWrong,
  ),
  refusal('http-500', 80010, 'HTTP 500 "Something Went Wrong"; not taken', airtelRefusals.somethingWrong),
  refusal('too-many', 80011, 'HTTP 429; not taken', airtelRefusals.tooMany),
  refusal('refused', 80012, 'DP00900001013 "Refused" under HTTP 200; not taken', disbursementRefusals.refused),
  paid('slow-answer', 80013, 'The answer takes some seconds; paid', 'slow_ack'),
  paid(
    'timed-out-paid',
    80014,
    'DP00900001014 timed out under HTTP 200 although it was taken; paid',
    disbursementRefusals.timedOut,
  ),
  refusal(
    'duplicate-fresh',
    80015,
    'DP00900001017 for an id that was never used; not taken',
    disbursementRefusals.usedId,
  ),
  paid('token-once', 80016, 'HTTP 401 for the first call of that phone (token revoked), then paid', 'token_once'),
  paid(
    'duplicate-taken',
    80017,
    'DP00900001011 "Duplicate exttRID" although this call was the first; paid',
    disbursementRefusals.usedIdAgain,
  ),
  paid('bare', 80018, 'HTTP 200 with an empty object; paid', 'bare'),
  refusal(
    'timed-out-unpaid',
    80019,
    'DP00900001014 timed out under HTTP 200; not taken',
    disbursementRefusals.timedOut,
  ),
  row({
    slug: 'unknown-then-found',
    number: 80021,
    title: 'Connection cut although it was taken; two enquiries do not know the id, the third finds it paid',
    answer: 'cut',
    enquiry: 'unknown_first',
  }),
  row({
    slug: 'in-progress',
    number: 80022,
    title: 'TIP, DP00900001006; two enquiries say TI, the third says TS; paid',
    answer: 'in_progress',
    enquiry: 'ti_first',
  }),
  row({
    slug: 'ambiguous',
    number: 80023,
    title: 'TA, DP00900001000 in the answer and in every enquiry; paid',
    answer: 'ambiguous',
    enquiry: 'ta',
  }),
  paid('gateway-timeout', 80025, 'HTTP 504 HTML page although it was taken; paid', 'gateway_page'),
  paid('unreadable-answer', 80028, 'HTTP 200 with half a JSON body although it was taken; paid', 'unreadable_ack'),
];

/** The scenario of every phone outside the table: paid at once. */
export const ordinaryDisbursement: DisbursementScenario = row({
  slug: 'ordinary',
  number: 0,
  phone: '',
  title: 'Paid at once',
});

const byPhone = new Map(disbursementScenarios.map((scenario) => [scenario.phone, scenario]));

/** Finds the scenario of a phone in the form `2547…`, else the ordinary one. */
export const findDisbursementScenario = (phone: string): DisbursementScenario =>
  byPhone.get(phone) ?? ordinaryDisbursement;
