import { setBounded } from '../bounded-map.ts';
import { isoOrNull } from '../iso-time.ts';
import { conversationsMax, originatorIdsMax } from '../limits.ts';
import type { Parameter } from '../literals.ts';
import type { Delivery } from '../post-callback.ts';
import type { SecuredRequest } from './request-fields.ts';
import type { SecuredResult } from './result-codes.ts';
import type { Operation, SecuredScenario } from './scenario.ts';

/** The outcome of an operation. `parameters` is null unless it succeeded. */
export type SecuredOutcome = SecuredResult & { receipt: string | null; parameters: readonly Parameter[] | null };

type ResultAttempt = Delivery & { resultCode: number | string; resultType: 0 | 1 };
type TimeoutAttempt = Delivery & { form: 'payload' | 'result' };

/** One accepted request of a secured operation. Times are epoch milliseconds. */
export type Conversation = {
  originatorConversationId: string;
  conversationId: string;
  request: SecuredRequest;
  /** The request body as received. A queue timeout posts it back. It holds the credential, so it is never shown. */
  payload: Record<string, unknown>;
  scenario: SecuredScenario;
  /** True when `checkCredential` was on and the credential is wrong. */
  isCredentialWrong: boolean;
  createdAtMs: number;
  settledAtMs: number | null;
  outcome: SecuredOutcome | null;
  results: ResultAttempt[];
  timeouts: TimeoutAttempt[];
};

export type ConversationLog = {
  add(conversation: Conversation): void;
  hasSeen(originatorConversationId: string): boolean;
  /** Finds a request by its ConversationID or its OriginatorConversationID. */
  find(operation: Operation, id: string): Conversation | undefined;
  /** Newest first. */
  list(operation: Operation): Conversation[];
  clear(): void;
};

/** Keeps `max` requests per operation. It remembers their ids longer, so that repeats are refused. */
export const createConversationLog = (max: number = conversationsMax): ConversationLog => {
  const logs = new Map<Operation, Map<string, Conversation>>();
  const originatorIds = new Map<string, true>();
  const originatorOf = new Map<string, string>();
  const logOf = (operation: Operation): Map<string, Conversation> => {
    const known = logs.get(operation) ?? new Map<string, Conversation>();
    logs.set(operation, known);
    return known;
  };
  return {
    add(conversation) {
      const { operation } = conversation.request;
      const { originatorConversationId, conversationId } = conversation;
      setBounded(logOf(operation), max, originatorConversationId, conversation);
      setBounded(originatorIds, originatorIdsMax, originatorConversationId, true);
      setBounded(originatorOf, originatorIdsMax, conversationId, originatorConversationId);
    },
    hasSeen: (originatorConversationId) => originatorIds.has(originatorConversationId),
    find: (operation, id) => logOf(operation).get(id) ?? logOf(operation).get(originatorOf.get(id) ?? ''),
    list: (operation) => [...logOf(operation).values()].reverse(),
    clear() {
      for (const map of [logs, originatorIds, originatorOf]) map.clear();
    },
  };
};

const stateOf = ({ outcome, scenario }: Conversation): 'waiting' | 'settled' | 'not_executed' => {
  if (scenario.executed !== 'yes') return 'not_executed';
  return outcome === null ? 'waiting' : 'settled';
};

/** A conversation as the admin API shows it, without credential and URLs. */
export const renderConversation = (conversation: Conversation) => {
  const { request, outcome } = conversation;
  return {
    originatorConversationId: conversation.originatorConversationId,
    conversationId: conversation.conversationId,
    operation: request.operation,
    commandId: request.commandId,
    initiator: request.initiator,
    shortcode: request.shortcode,
    amount: request.amount,
    phone: request.phone,
    receiver: request.receiver,
    accountReference: request.accountReference,
    transactionId: request.transactionId,
    originalConversationId: request.originalConversationId,
    remarks: request.remarks,
    occasion: request.occasion,
    scenario: conversation.scenario.slug,
    state: stateOf(conversation),
    outcome: outcome === null ? null : { resultCode: outcome.code, resultDesc: outcome.desc, receipt: outcome.receipt },
    createdAt: isoOrNull(conversation.createdAtMs),
    settledAt: isoOrNull(conversation.settledAtMs),
    results: conversation.results,
    timeouts: conversation.timeouts,
  };
};

export type ConversationView = ReturnType<typeof renderConversation>;
