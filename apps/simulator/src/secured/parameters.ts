import { eatDateTime, eatTimestamp } from '../ids.ts';
import { decimal, type Parameter, quote } from '../literals.ts';
import type { Simulation } from '../simulation.ts';
import type { Conversation } from './conversations.ts';
import { customerName, type Known, organizationName } from './lookup.ts';

const reservedAndUncleared = '0.00|0.00';

const account = (name: string, amount: number): string =>
  `${name}|KES|${decimal(amount)}|${decimal(amount)}|${reservedAndUncleared}`;

const amountLiteral = (amount: number): string => (Number.isInteger(amount) ? String(amount) : decimal(amount));

export const payoutParameters = (simulation: Simulation, conversation: Conversation, receipt: string): Parameter[] => {
  const { request } = conversation;
  const { utility, working } = simulation.ledger.funds(request.shortcode);
  return [
    ['TransactionAmount', amountLiteral(request.amount ?? 0)],
    ['TransactionReceipt', quote(receipt)],
    ['B2CRecipientIsRegisteredCustomer', quote('Y')],
    ['B2CChargesPaidAccountAvailableFunds', decimal(0)],
    ['ReceiverPartyPublicName', quote(customerName(request.phone ?? ''))],
    ['TransactionCompletedDateTime', quote(eatDateTime(simulation.now()))],
    ['B2CUtilityAccountAvailableFunds', decimal(utility)],
    ['B2CWorkingAccountAvailableFunds', decimal(working)],
  ];
};

/** The text that the provider makes of an amount in a result of B2B. */
const basicAmount = (amount: number): string =>
  `{Amount={BasicAmount=${decimal(amount)}, MinimumAmount=${Math.round(amount * 100)}, CurrencyCode=KES}}`;

export const b2bParameters = (simulation: Simulation, conversation: Conversation): Parameter[] => {
  const { request } = conversation;
  const { working } = simulation.ledger.funds(request.shortcode);
  return [
    ['InitiatorAccountCurrentBalance', quote(basicAmount(working))],
    ['DebitAccountCurrentBalance', quote(basicAmount(working))],
    ['Amount', amountLiteral(request.amount ?? 0)],
    ['DebitPartyAffectedAccountBalance', quote(account('Working Account', working))],
    ['TransCompletedTime', String(eatTimestamp(simulation.now()))],
    ['DebitPartyCharges', quote('')],
    ['ReceiverPartyPublicName', quote(organizationName(request.receiver ?? ''))],
    ['Currency', quote('KES')],
  ];
};

export const reversalParameters = (simulation: Simulation, conversation: Conversation, phone: string): Parameter[] => {
  const { request } = conversation;
  const timestamp = String(eatTimestamp(simulation.now()));
  const { utility } = simulation.ledger.funds(request.shortcode);
  return [
    ['DebitAccountBalance', quote(account('Utility Account', utility))],
    ['Amount', amountLiteral(request.amount ?? 0)],
    ['TransCompletedTime', conversation.scenario.form === 'duplicates' ? quote(timestamp) : timestamp],
    ['OriginalTransactionID', quote(request.transactionId ?? '')],
    ['Charge', '0'],
    ['CreditPartyPublicName', quote(customerName(phone))],
    ['DebitPartyPublicName', quote(organizationName(request.shortcode))],
  ];
};

/** The provider's own sample repeats the key DebitPartyName and has no CreditPartyName. Others omit values. */
export const statusParameters = (conversation: Conversation, known: Known): Parameter[] => {
  const form = conversation.scenario.form;
  const isSparse = form === 'sparse';
  const time = (epochMs: number): string =>
    isSparse ? quote(String(eatTimestamp(epochMs))) : String(eatTimestamp(epochMs));
  const finalised: Parameter[] = known.finalisedAtMs === null ? [] : [['FinalisedTime', time(known.finalisedAtMs)]];
  return [
    ['DebitPartyName', quote(known.debitParty)],
    [form === 'duplicates' ? 'DebitPartyName' : 'CreditPartyName', quote(known.creditParty)],
    ['OriginatorConversationID', quote(known.originatorConversationId)],
    ['InitiatedTime', time(known.initiatedAtMs)],
    ['DebitAccountType', quote(known.debitAccount)],
    ['DebitPartyCharges', isSparse ? null : quote(known.charges)],
    ['TransactionReason', null],
    ['ReasonType', quote(known.reasonType)],
    ['TransactionStatus', quote(known.status)],
    ...finalised,
    ['Amount', form === 'duplicates' ? quote(amountLiteral(known.amount)) : amountLiteral(known.amount)],
    ['ConversationID', quote(known.conversationId)],
    ['ReceiptNo', known.receipt === null ? null : quote(known.receipt)],
  ];
};

/** A till has one merchant account. A paybill has five accounts in the provider's order; one may be negative. */
export const balanceParameters = (simulation: Simulation, conversation: Conversation): Parameter[] => {
  const { request } = conversation;
  const form = conversation.scenario.form;
  const { working, utility } = simulation.ledger.funds(request.shortcode);
  const accounts =
    request.identifierType === '2'
      ? [account('Merchant Account', working)]
      : [
          account('Working Account', working),
          account('Float Account', 0),
          account('Utility Account', utility),
          account('Charges Paid Account', form === 'duplicates' ? -1540 : 0),
          account('Organization Settlement Account', 0),
        ];
  const timestamp = String(eatTimestamp(simulation.now()));
  const balance: Parameter = ['AccountBalance', quote(accounts.join('&'))];
  if (form === 'sparse') return [balance];
  return [balance, ['BOCompletedTime', form === 'duplicates' ? quote(timestamp) : timestamp]];
};
