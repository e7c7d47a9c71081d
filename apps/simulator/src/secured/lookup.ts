import type { Transaction } from '../ledger.ts';
import type { Simulation } from '../simulation.ts';
import type { Conversation } from './conversations.ts';
import type { SecuredRequest } from './request-fields.ts';

/** What a status inquiry reports about a transaction. Amount in KES, times in epoch milliseconds. */
export type Known = {
  receipt: string | null;
  amount: number;
  debitParty: string;
  creditParty: string;
  debitAccount: string;
  reasonType: string;
  charges: string;
  status: string;
  initiatedAtMs: number;
  finalisedAtMs: number | null;
  originatorConversationId: string;
  conversationId: string;
};

/** Receipts that choose a row of the magic table instead of a transaction. */
export const magicReceiptPattern = /^MAGIC\d{5}$/;

const inventedAmount = 100;
const inventedPhone = '254712345678';

export const organizationName = (shortcode: string): string => `${shortcode} - SIMULATED MERCHANT`;
export const customerName = (phone: string): string => `${phone} - WANJIKU KAMAU`;

type Details = Pick<Known, 'debitAccount' | 'reasonType' | 'charges'>;

const collectionDetails: Details = {
  debitAccount: 'MMF Account For Customer',
  reasonType: 'Pay Bill Online',
  charges: '',
};
const detailsOfKind = {
  stk: collectionDetails,
  c2b: collectionDetails,
  payout: {
    debitAccount: 'Utility Account',
    reasonType: 'Business Payment to Customer via API',
    charges: 'Fee For B2C Payment|KES|13.00',
  },
  reversal: { debitAccount: 'Utility Account', reasonType: 'Transaction Reversal via API', charges: '' },
  b2b: { debitAccount: 'Working Account', reasonType: 'Business Pay Bill via API', charges: '' },
} satisfies Record<Transaction['kind'], Details>;

const knownTransaction = (transaction: Transaction): Known => {
  const organization = organizationName(transaction.shortcodes[0] ?? '');
  const { kind, phone } = transaction;
  const customer = kind === 'b2b' ? organizationName(phone) : customerName(phone);
  const details = detailsOfKind[kind];
  const isCollection = details === collectionDetails;
  return {
    ...transaction,
    ...details,
    status: 'Completed',
    debitParty: isCollection ? customer : organization,
    creditParty: isCollection ? organization : customer,
  };
};

const statusOf = ({ outcome, settledAtMs }: Conversation): string => {
  if (settledAtMs === null) return 'Pending';
  if (outcome === null) return 'Expired';
  return outcome.code === 0 ? 'Completed' : 'Declined';
};

/** Describes a conversation that has moved no money so far. */
const knownConversation = (simulation: Simulation, conversation: Conversation): Known => {
  const { request } = conversation;
  const original = simulation.ledger.find(request.transactionId ?? '');
  const kind = request.operation === 'reversal' || request.operation === 'b2b' ? request.operation : 'payout';
  const customer = customerName(request.phone ?? original?.phone ?? inventedPhone);
  return {
    ...detailsOfKind[kind],
    receipt: null,
    amount: request.amount ?? 0,
    debitParty: organizationName(request.shortcode),
    creditParty: request.receiver === null ? customer : organizationName(request.receiver),
    status: statusOf(conversation),
    initiatedAtMs: conversation.createdAtMs,
    finalisedAtMs: conversation.settledAtMs,
    originatorConversationId: conversation.originatorConversationId,
    conversationId: conversation.conversationId,
  };
};

const invented = (simulation: Simulation, request: SecuredRequest): Known => ({
  receipt: request.transactionId,
  amount: inventedAmount,
  debitParty: customerName(inventedPhone),
  creditParty: organizationName(request.shortcode),
  ...collectionDetails,
  status: 'Completed',
  initiatedAtMs: simulation.now(),
  finalisedAtMs: simulation.now(),
  originatorConversationId: '',
  conversationId: request.originalConversationId ?? '',
});

const findKnown = (simulation: Simulation, request: SecuredRequest): Known | undefined => {
  const { ledger, conversations } = simulation;
  if (request.transactionId !== null) {
    const transaction = ledger.find(request.transactionId);
    return transaction === undefined ? undefined : knownTransaction(transaction);
  }
  const id = request.originalConversationId ?? '';
  const conversation = (['payout', 'reversal', 'b2b'] as const)
    .map((operation) => conversations.find(operation, id))
    .find((found) => found !== undefined);
  if (conversation === undefined || conversation.scenario.executed === 'unknown') return undefined;
  const moved = ledger.find(conversation.outcome?.receipt ?? '');
  return moved === undefined ? knownConversation(simulation, conversation) : knownTransaction(moved);
};

/** Finds the transaction of a status inquiry. Magic rows invent one. Returns undefined when there is none. */
export const lookUp = (simulation: Simulation, { request, scenario }: Conversation): Known | undefined => {
  const isMagic = magicReceiptPattern.test(request.transactionId ?? '') && scenario.number > 0;
  const known = findKnown(simulation, request);
  if (scenario.transactionStatus !== null) {
    return { ...(known ?? invented(simulation, request)), status: scenario.transactionStatus };
  }
  return known ?? (isMagic || scenario.result === 'done' ? invented(simulation, request) : undefined);
};
