import type { ExportLanguage, ExportList, GuardMode, GuardRuleKind } from '@tillgate/db';
import { titlesForPeople } from '../catalogue/index.ts';
import type { AttemptRefusal } from '../links/index.ts';
import { railLabel, railNames } from '../rails/index.ts';
import { rowStates, skips } from './batch-words.ts';
import { say, type Words } from './say.ts';

// The words of workbooks. They stand here in both languages, and not in the dashboard, because a worker makes the file when
// nobody looks: also of schedules, and of what an operator asks for at the command line.

/** What people call a column, by its name in files. */
const titles: Readonly<Record<string, Words>> = {
  payment_id: say('Payment ID', 'Kitambulisho cha malipo'),
  disbursement_id: say('Payout ID', 'Kitambulisho cha malipo ya kutoka'),
  inquiry_id: say('Inquiry ID', 'Kitambulisho cha swali'),
  delivery_id: say('Delivery ID', 'Kitambulisho cha ujumbe'),
  event_id: say('Event ID', 'Kitambulisho cha tukio'),
  link_id: say('Link ID', 'Kitambulisho cha kiungo'),
  attempt_id: say('Try ID', 'Kitambulisho cha jaribio'),
  decision_id: say('Decision ID', 'Kitambulisho cha uamuzi'),
  rule_id: say('Rule ID', 'Kitambulisho cha kanuni'),
  rule: say('Rule', 'Kanuni'),
  mode: say('What it did', 'Ilichofanya'),
  application_id: say('Application ID', 'Kitambulisho cha programu'),
  created_at: say('Created', 'Wakati'),
  settled_at: say('Settled', 'Yalikamilika'),
  ended_at: say('Ended', 'Mwisho'),
  next_attempt_at: say('Next attempt', 'Jaribio lijalo'),
  status: say('Status', 'Hali'),
  net_status: say('Status after refunds', 'Hali baada ya marejesho'),
  source: say('Source', 'Njia'),
  kind: say('Type', 'Aina'),
  amount: say('Amount', 'Kiasi'),
  exact_amount: say('Amount', 'Kiasi'),
  refunded: say('Refunded', 'Kilichorejeshwa'),
  net_amount: say('Amount after refunds', 'Kiasi baada ya marejesho'),
  phone: say('Phone', 'Simu'),
  payer_name: say('Payer', 'Mlipaji'),
  payee_name: say('Payee', 'Mpokeaji'),
  account_reference: say('Account reference', 'Rejeleo la akaunti'),
  receipt: say('Receipt', 'Risiti'),
  shortcode: say('Shortcode', 'Shortcode'),
  rail: say('Network', 'Mtandao'),
  reversed_receipt: say('Refunded receipt', 'Risiti iliyorejeshwa'),
  result_code: say('Result code', 'Msimbo wa matokeo'),
  result_description: say('Result', 'Matokeo'),
  reason: say('Reason', 'Sababu'),
  needs_review: say('Needs review', 'Inahitaji ukaguzi'),
  event_type: say('Event', 'Tukio'),
  subject_id: say('Related to', 'Kuhusu'),
  test: say('Test', 'Jaribio'),
  attempts: say('Attempts', 'Majaribio'),
  last_status_code: say('Last response', 'Jibu la mwisho'),
  last_error: say('Last error', 'Hitilafu ya mwisho'),
  due: say('Deliveries pending', 'Zinazosubiri'),
  delivered: say('Deliveries made', 'Zilizofika'),
  exhausted: say('Deliveries failed', 'Zilizoshindikana'),
  cancelled: say('Deliveries cancelled', 'Zilizoghairiwa'),
  title: say('Title', 'Kichwa'),
  ended_by: say('Ended by', 'Sababu ya kufungwa'),
  expires_at: say('Ends', 'Mwisho'),
  payments: say('Payments', 'Malipo'),
  paid_amount: say('Paid', 'Kilicholipwa'),
  state: say('Prompt', 'Ombi'),
  refusal: say('Why no prompt was sent', 'Kwa nini ombi halikutumwa'),
  answers: say('Answers', 'Majibu'),
  row_number: say('Row', 'Mstari'),
  row_id: say('Row ID', 'Kitambulisho cha mstari'),
  reference: say('Reference', 'Rejeleo'),
  given_name: say('Name in the list', 'Jina kwenye orodha'),
  row_state: say('What happened', 'Kilichotokea'),
  skipped_because: say('Why it was skipped', 'Kwa nini iliachwa'),
  handed_at: say('Sent', 'Ilitumwa'),
  // Of reports.
  period: say('Period', 'Kipindi'),
  starts_at: say('Starts', 'Mwanzo'),
  ends_at: say('Ends', 'Mwisho'),
  group: say('Group', 'Kundi'),
  gross: say('Gross', 'Kabla ya marejesho'),
  exact_gross: say('Gross', 'Kabla ya marejesho'),
  refund_count: say('Refunds', 'Marejesho'),
  net: say('Net', 'Baada ya marejesho'),
  succeeded: say('Succeeded', 'Zilizofaulu'),
  failed: say('Failed', 'Zilizoshindikana'),
  pending: say('Pending', 'Zinazosubiri'),
  success_rate: say('Success rate', 'Kiwango cha kufaulu'),
  average: say('Average', 'Wastani'),
  collected: say('Collected', 'Zilizokusanywa'),
  exact_collected: say('Collected', 'Zilizokusanywa'),
  collected_count: say('Payments', 'Malipo'),
  paid_out: say('Paid out', 'Zilizolipwa'),
  payout_count: say('Payouts', 'Malipo ya kutoka'),
  previous_period: say('Previous period', 'Kipindi kilichotangulia'),
  previous_net: say('Net, previous period', 'Baada ya marejesho, kipindi kilichotangulia'),
  previous_amount: say('Amount, previous period', 'Kiasi, kipindi kilichotangulia'),
  previous_failed: say('Failed, previous period', 'Zilizoshindikana, kipindi kilichotangulia'),
  answered_at: say('Answered', 'Lilijibiwa'),
  account: say('Account', 'Akaunti'),
  currency: say('Currency', 'Sarafu'),
  available: say('Available', 'Linalopatikana'),
  current: say('Current', 'La sasa'),
  reserved: say('Reserved', 'Lililotengwa'),
  uncleared: say('Uncleared', 'Lisilothibitishwa'),
};

/** The title of a column; its name where it has none. */
export function titleOf(name: string, language: ExportLanguage): string {
  return titles[name]?.[language] ?? name;
}

const states = {
  pending: say('Pending', 'Inasubiri'),
  success: say('Succeeded', 'Imefaulu'),
  failed: say('Failed', 'Imeshindikana'),
  answered: say('Answered', 'Imejibiwa'),
  due: say('Pending', 'Inasubiri'),
  delivered: say('Delivered', 'Imefika'),
  exhausted: say('Failed', 'Imeshindikana'),
  cancelled: say('Cancelled', 'Imeghairiwa'),
  open: say('Open', 'Wazi'),
  paid: say('Paid', 'Kimelipwa'),
  ended: say('Ended', 'Kimefungwa'),
};
const paymentStates = {
  ...states,
  success: say('Paid', 'Imelipwa'),
  collected: say('Paid', 'Imelipwa'),
  refund_pending: say('Refund pending', 'Yanarejeshwa'),
  refunded: say('Refunded', 'Yamerejeshwa'),
};
const sources = {
  stk: say('Prompt on the phone', 'Kwa ombi kwenye simu'),
  c2b: say('Offline payment to the shortcode', 'Moja kwa moja kwa nambari ya biashara'),
};
const kinds = {
  payout: say('Payout', 'Malipo ya kutoka'),
  reversal: say('Refund', 'Marejesho'),
  transaction_status: say('Transaction status', 'Hali ya muamala'),
  account_balance: say('Account balance', 'Salio la akaunti'),
  once: say('One order', 'Oda moja'),
  many: say('Many payments', 'Malipo mengi'),
};
const endings = {
  expiry: say('Expired', 'Muda umekwisha'),
  person: say('A person', 'Mtu'),
  key: say('An API key', 'Ufunguo wa API'),
  limit: say('Limit reached', 'Kikomo kimefikiwa'),
};
const attemptStates = {
  waiting: say('Sending the prompt', 'Linatumwa'),
  handed: say('Sent', 'Lilitumwa'),
  refused: say('Not sent', 'Halikutumwa'),
  stale: say('Not sent in time', 'Lilichelewa'),
  offline: say('From the M-PESA menu', 'Kupitia menyu ya M-PESA'),
};
const attemptRefusals: Record<AttemptRefusal, Words> = {
  link_ended: say('The link had ended', 'Kiungo kilikuwa kimefungwa'),
  link_paid: say('The link was already paid', 'Kiungo kilikuwa kimelipwa tayari'),
  link_full: say('The link had all its payments', 'Kiungo kilikuwa na malipo yake yote'),
  unavailable: say('The shop could not take payments', 'Duka halikuweza kupokea malipo'),
  payment_open: say('Another payment had no outcome yet', 'Malipo mengine hayakuwa na matokeo bado'),
  amount_changed: say('Another amount was left to pay', 'Kiasi kilichobaki kulipwa kilikuwa kingine'),
  too_soon: say('The same phone was asked a moment before', 'Simu hiyo iliombwa muda mfupi kabla'),
  too_many: say('A limit of prompts was reached', 'Kikomo cha maombi kilifikiwa'),
  stopped: say('The owner of the number wants no prompts', 'Mwenye nambari hataki maombi'),
  rule: say('A rule of the guard refused it', 'Kanuni ya ulinzi ililikataa'),
  not_sent: say('M-PESA did not accept the prompt', 'M-PESA haikukubali ombi'),
};

const rules: Record<GuardRuleKind, Words> = {
  prompts_per_phone: say('Prompts per phone', 'Maombi kwa simu moja'),
  unanswered_streak: say('Unanswered prompts in a row', 'Maombi yasiyojibiwa mfululizo'),
  first_prompt_max: say('Largest first prompt', 'Kiasi kikubwa cha ombi la kwanza'),
  failing_share: say('Failing prompts of payment links', 'Maombi ya viungo yanayoshindwa'),
  new_payee: say('Payouts to new payees', 'Malipo kwa wapokeaji wapya'),
  same_payout_soon: say('The same payout again', 'Malipo yaleyale tena'),
  list: say('Phone on a list', 'Simu kwenye orodha'),
};
const modes: Record<GuardMode, Words> = {
  watch: say('Only recorded', 'Iliandika tu'),
  hold: say('Asked a second person', 'Iliomba mtu wa pili'),
  refuse: say('Refused', 'Ilikataa'),
  allow: say('Allowed by the list', 'Iliruhusiwa na orodha'),
};

/** Networks have the same names in every language. */
const networks = Object.fromEntries(railNames.map((name) => [name, say(railLabel(name), railLabel(name))]));

/** The words of the values of a column, by its name; undefined where values are shown as they are. */
export function valuesOf(
  name: string,
  { isPayments, language }: { isPayments: boolean; language: ExportLanguage },
): Readonly<Record<string, string>> | undefined {
  if (name === 'reason') return titlesForPeople(language);
  const words: Readonly<Record<string, Readonly<Record<string, Words>>>> = {
    status: isPayments ? paymentStates : states,
    net_status: paymentStates,
    source: sources,
    kind: kinds,
    ended_by: endings,
    state: attemptStates,
    row_state: rowStates,
    skipped_because: skips,
    refusal: attemptRefusals,
    rule: rules,
    mode: modes,
    rail: networks,
  };
  const values = words[name];
  return values && Object.fromEntries(Object.entries(values).map(([value, said]) => [value, said[language]]));
}

/** What people call a list or a report: the name of its sheet, which a spreadsheet cuts after 31 characters. */
export const sheetNames = {
  payments: say('Payments', 'Malipo'),
  disbursements: say('Payouts and refunds', 'Pesa zilizotolewa na kurejeshwa'),
  inquiries: say('Inquiries', 'Maulizo'),
  deliveries: say('Webhook deliveries', 'Ujumbe wa webhook'),
  events: say('Events', 'Matukio'),
  links: say('Payment links', 'Viungo vya malipo'),
  link_payments: say('Tries and payments', 'Majaribio na malipo'),
  guard_decisions: say('Guard decisions', 'Maamuzi ya ulinzi'),
  batch_rows: say('Payout batch', 'Orodha ya malipo'),
  report_collections: say('Collections', 'Makusanyo'),
  report_payouts: say('Payouts', 'Malipo ya kutoka'),
  report_settlement: say('Settlement', 'Pesa zilizosogea'),
  report_balances: say('Balances', 'Salio'),
} as const satisfies Record<ExportList, Words>;

export const yes = say('Yes', 'Ndiyo');
export const no = say('No', 'Hapana');

/** A period of days, both included, as `2026-03-01 to 2026-03-31`. */
export function periodWords({ from, to }: { from: string; to: string }, language: ExportLanguage): string {
  return { en: `${from} to ${to}`, sw: `${from} hadi ${to}` }[language];
}

export function zoneWords(timeZone: string, language: ExportLanguage): string {
  return { en: `Times: ${timeZone}`, sw: `Saa: ${timeZone}` }[language];
}
