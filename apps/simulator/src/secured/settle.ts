import { msisdnPattern } from '../field-checks.ts';
import type { Parameter } from '../literals.ts';
import type { Simulation } from '../simulation.ts';
import type { Conversation, SecuredOutcome } from './conversations.ts';
import { lookUp, magicReceiptPattern } from './lookup.ts';
import {
  b2bParameters,
  balanceParameters,
  payoutParameters,
  reversalParameters,
  statusParameters,
} from './parameters.ts';
import { type SecuredResultName, securedResults } from './result-codes.ts';

/** An initiator with this name always fails with 2001. */
const wrongInitiator = 'wrong';

const payoutMin = 10;
const payoutMax = 250_000;

const decidePayout = (conversation: Conversation): SecuredResultName => {
  const { amount, phone } = conversation.request;
  if ((amount ?? 0) < payoutMin) return 'below_minimum';
  if ((amount ?? 0) > payoutMax) return 'above_maximum';
  return msisdnPattern.test(phone ?? '') ? 'done' : 'phone_invalid';
};

/** Only the shortcode's own collections can be reversed, not payouts or other shortcodes' payments. */
const decideReversal = (simulation: Simulation, conversation: Conversation): SecuredResultName => {
  const { transactionId, amount, shortcode } = conversation.request;
  if (magicReceiptPattern.test(transactionId ?? '') && conversation.scenario.number > 0) return 'done';
  const original = simulation.ledger.find(transactionId ?? '');
  const isCollection = original !== undefined && (original.kind === 'stk' || original.kind === 'c2b');
  if (!isCollection || !original.shortcodes.includes(shortcode)) return 'original_invalid';
  if (original.reversedBy !== null) return 'already_reversed';
  return (amount ?? 0) > original.amount ? 'parameter_invalid' : 'done';
};

const decideResult = (simulation: Simulation, conversation: Conversation): SecuredResultName => {
  const { request, scenario } = conversation;
  if (conversation.isCredentialWrong || request.initiator === wrongInitiator) return 'initiator_invalid';
  if (scenario.result !== null) return scenario.result;
  switch (request.operation) {
    case 'payout':
      return decidePayout(conversation);
    case 'reversal':
      return decideReversal(simulation, conversation);
    case 'status':
      return lookUp(simulation, conversation) === undefined ? 'original_invalid' : 'done';
    case 'balance':
    case 'b2b':
      return 'done';
  }
};

const record = (
  simulation: Simulation,
  conversation: Conversation,
  party: string,
  kind: 'payout' | 'reversal' | 'b2b',
) => {
  const receipt = simulation.ids.receipt();
  const { request, originatorConversationId, conversationId, createdAtMs } = conversation;
  simulation.ledger.record({
    receipt,
    kind,
    shortcodes: [request.shortcode],
    amount: request.amount ?? 0,
    phone: party,
    reference: request.accountReference ?? request.occasion,
    initiatedAtMs: createdAtMs,
    finalisedAtMs: simulation.now(),
    originatorConversationId,
    conversationId,
    reversedBy: null,
  });
  return receipt;
};

type Done = { receipt: string | null; parameters: Parameter[] };

const payOut = (simulation: Simulation, conversation: Conversation): Done => {
  const receipt = record(simulation, conversation, conversation.request.phone ?? '', 'payout');
  return { receipt, parameters: payoutParameters(simulation, conversation, receipt) };
};

const payOrganization = (simulation: Simulation, conversation: Conversation): Done => {
  const receipt = record(simulation, conversation, conversation.request.receiver ?? '', 'b2b');
  return { receipt, parameters: b2bParameters(simulation, conversation) };
};

const reverse = (simulation: Simulation, conversation: Conversation): Done => {
  const original = simulation.ledger.find(conversation.request.transactionId ?? '');
  const phone = original?.phone ?? '';
  const receipt = record(simulation, conversation, phone, 'reversal');
  if (original !== undefined) original.reversedBy = receipt;
  return { receipt, parameters: reversalParameters(simulation, conversation, phone) };
};

const answerStatus = (simulation: Simulation, conversation: Conversation): Done => {
  const known = lookUp(simulation, conversation);
  return { receipt: null, parameters: known === undefined ? [] : statusParameters(conversation, known) };
};

const execute = (simulation: Simulation, conversation: Conversation): Done => {
  switch (conversation.request.operation) {
    case 'payout':
      return payOut(simulation, conversation);
    case 'reversal':
      return reverse(simulation, conversation);
    case 'status':
      return answerStatus(simulation, conversation);
    case 'b2b':
      return payOrganization(simulation, conversation);
    case 'balance':
      return { receipt: null, parameters: balanceParameters(simulation, conversation) };
  }
};

/**
 * Checks and executes an operation, once. Money moves here. An operation that is never executed only ends.
 * Returns the outcome, or null when it was not executed.
 */
export const settleConversation = (simulation: Simulation, conversation: Conversation): SecuredOutcome | null => {
  if (conversation.settledAtMs !== null) return conversation.outcome;
  if (conversation.scenario.executed === 'yes') {
    const name = decideResult(simulation, conversation);
    const done = name === 'done' ? execute(simulation, conversation) : { receipt: null, parameters: null };
    conversation.outcome = { ...securedResults[name], ...done };
  }
  conversation.settledAtMs = simulation.now();
  return conversation.outcome;
};
