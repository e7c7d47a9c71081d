import { magicPhone } from '../magic-phone.ts';
import { envelope, htmlErrorPage, internalError, quotaViolation, spikeArrest, systemBusy } from '../refusals.ts';
import type { Refusal } from '../scenario.ts';
import type { C2bScenario, RegistrationScenario } from './scenario.ts';

type Row = Pick<C2bScenario, 'slug' | 'number' | 'title'> & Partial<C2bScenario>;

const row = (fields: Row): C2bScenario => ({
  group: 'transport',
  request: { kind: 'ack' },
  phone: 'by_version',
  amount: 'decimals',
  names: 'first',
  transactionType: null,
  validation: 'by_setting',
  confirmation: 'once',
  ...fields,
});

const form = (fields: Row): C2bScenario => row({ group: 'form', ...fields });

export const alreadyRegistered = envelope(500, '500.003.1001', 'Urls are already registered.');

const refused = (number: number, slug: string, title: string, refusal: Refusal): C2bScenario =>
  row({ slug, number, title, request: { kind: 'refuse', refusal } });

/** The magic table of offline payments. Refusals and missing replies apply to `simulate` only. */
export const c2bScenarios: readonly C2bScenario[] = [
  form({ number: 81001, slug: 'plain-phone', title: 'MSISDN is plain', phone: 'plain' }),
  form({ number: 81002, slug: 'hashed-phone', title: 'MSISDN is a SHA-256 in hex', phone: 'hashed' }),
  form({ number: 81003, slug: 'masked-phone', title: 'MSISDN is masked', phone: 'masked' }),
  form({ number: 81004, slug: 'whole-amount', title: 'TransAmount has no decimals', amount: 'whole' }),
  form({
    number: 81005,
    slug: 'cents',
    title: 'Half a shilling more than asked: TransAmount has cents',
    amount: 'cents',
  }),
  form({ number: 81006, slug: 'no-names', title: 'The name fields are missing', names: 'absent' }),
  form({ number: 81007, slug: 'all-names', title: 'All three names', names: 'all' }),
  form({
    number: 81008,
    slug: 'merchant-payment',
    title: 'TransactionType is "Customer Merchant Payment"',
    transactionType: 'Customer Merchant Payment',
  }),
  form({ number: 81009, slug: 'unvalidated', title: 'Confirmed without a validation', validation: 'skipped' }),
  form({
    number: 81010,
    slug: 'abandoned',
    title: 'Validated and accepted, then given up: no money, no confirmation',
    confirmation: 'abandoned',
  }),
  row({ number: 80001, slug: 'hang', title: 'No answer to simulate; no payment', request: { kind: 'hang' } }),
  row({ number: 80002, slug: 'lost-ack', title: 'Connection cut instead of an ack; paid', request: { kind: 'cut' } }),
  row({ number: 80003, slug: 'late-confirmation', title: 'Paid; the confirmation comes late', confirmation: 'late' }),
  row({
    number: 80004,
    slug: 'duplicate-confirmation',
    title: 'Paid; the same confirmation twice, at the same time',
    confirmation: 'twice',
  }),
  row({
    number: 80007,
    slug: 'confirmation-before-ack',
    title: 'Paid; the confirmation arrives before the ack of simulate',
    request: { kind: 'ack_after_confirmation' },
  }),
  row({ number: 80008, slug: 'lost-confirmation', title: 'Paid; the confirmation is lost', confirmation: 'lost' }),
  refused(80009, 'http-500', 'HTTP 500 with an HTML page; no payment', htmlErrorPage),
  refused(80010, 'internal-error', '500.003.1001 internal error; no payment', internalError),
  refused(80011, 'spike-arrest', 'Spike arrest fault under HTTP 500; no payment', spikeArrest),
  refused(80012, 'system-busy', '500.003.02 system busy; no payment', systemBusy),
  refused(80023, 'quota', '500.003.03 quota violation; no payment', quotaViolation),
];

/** The scenario of every offline payment outside the table. */
export const ordinaryC2bScenario: C2bScenario = row({
  slug: 'ordinary',
  number: 0,
  title: 'Validated, then confirmed',
});

/** The phone and the amount that choose a row. */
export const c2bMarksOf = ({ number }: C2bScenario) => ({ phone: magicPhone(number), amount: number });

const byPhone = new Map(c2bScenarios.map((scenario) => [c2bMarksOf(scenario).phone, scenario]));
const byAmount = new Map(c2bScenarios.map((scenario) => [scenario.number, scenario]));

/** Finds the scenario of an offline payment: by phone, then by amount, else the ordinary one. */
export const findC2bScenario = (phone: string, amount: number): C2bScenario =>
  byPhone.get(phone) ?? byAmount.get(amount) ?? ordinaryC2bScenario;

/** The magic shortcodes of `registerurl`. */
export const registrationScenarios: readonly RegistrationScenario[] = [
  {
    shortcode: '999901',
    slug: 'once',
    title: 'Registers once, then 500.003.1001 "Urls are already registered."',
    answer: { kind: 'once' },
  },
  {
    shortcode: '999902',
    slug: 'already-registered',
    title: '500.003.1001 "Urls are already registered." from the start',
    answer: { kind: 'refuse', refusal: alreadyRegistered },
  },
  {
    shortcode: '999903',
    slug: 'old-repeat',
    title: 'Registers once, then HTTP 200 "Validation and Confirmation URLs are already registered"',
    answer: { kind: 'old_repeat' },
  },
  {
    shortcode: '999904',
    slug: 'old-form',
    title: 'Registers; the answer has an empty ConversationID and no ResponseCode',
    answer: { kind: 'old_form' },
  },
  {
    shortcode: '999905',
    slug: 'aggregator',
    title: '500.003.1001 "Duplicate notification info"',
    answer: { kind: 'refuse', refusal: envelope(500, '500.003.1001', 'Duplicate notification info, SP ID 107031') },
  },
  {
    shortcode: '999906',
    slug: 'v1-only',
    title: '401.003.01 on v2; registers on v1',
    answer: { kind: 'v1_only' },
  },
  { shortcode: '999907', slug: 'hang', title: 'No answer; nothing is registered', answer: { kind: 'hang' } },
  {
    shortcode: '999908',
    slug: 'internal-error',
    title: '500.003.1001 internal error; nothing is registered',
    answer: { kind: 'refuse', refusal: internalError },
  },
  {
    shortcode: '999909',
    slug: 'http-500',
    title: 'HTTP 500 with an HTML page; nothing is registered',
    answer: { kind: 'refuse', refusal: htmlErrorPage },
  },
  {
    shortcode: '999910',
    slug: 'spike-arrest',
    title: 'Spike arrest fault under HTTP 500; nothing is registered',
    answer: { kind: 'refuse', refusal: spikeArrest },
  },
];

export const findRegistrationScenario = (shortcode: string): RegistrationScenario | undefined =>
  registrationScenarios.find((scenario) => scenario.shortcode === shortcode);
