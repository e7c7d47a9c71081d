import { setBounded } from '../bounded-map.ts';
import { isoOrNull } from '../iso-time.ts';
import { conversationsMax, originatorIdsMax } from '../limits.ts';
import type { Parameter } from '../literals.ts';
import type { Delivery } from '../post-callback.ts';
import type { SecuredRequest } from './request-fields.ts';
import type { SecuredResult } from './result-codes.ts';
import type { Operation, SecuredScenario } from './scenario.ts';

/** What an operation ended in; `parameters` are there only when it succeeded. */
export type SecuredOutcome = SecuredResult & { receipt: string | null; parameters: readonly Parameter[] | null };

type ResultAttempt = Delivery & { resultCode: number | string; resultType: 0 | 1 };
type TimeoutAttempt = Delivery & { form: 'payload' | 'result' };

/** One accepted request of an operation that needs an initiator. Times are epoch milliseconds. */
export type Conversation = {
  originatorConversationId: string;
  conversationId: string;
  request: SecuredRequest;
  /** The request as it was sent, which a queue timeout posts back. Holds the credential: never shown. */
  payload: Record<string, unknown>;
  scenario: SecuredScenario;
  /** How many of this operation were accepted before it since the last reset; chooses among the forms of a result. */
  sequence: number;
  /** The credential was checked and is wrong. */
  isCredentialWrong: boolean;
  createdAtMs: number;
  settledAtMs: number | null;
  outcome: SecuredOutcome | null;
  results: ResultAttempt[];
  timeouts: TimeoutAttempt[];
};

export type ConversationLog = {
  /** How many of an operation were accepted since the last clear. */
  count(operation: Operation): number;
  add(conversation: Conversation): void;
  hasSeen(originatorConversationId: string): boolean;
  /** By either id. */
  find(operation: Operation, id: string): Conversation | undefined;
  /** Newest first. */
  list(operation: Operation): Conversation[];
  clear(): void;
};

/** Bounded for each operation; ids for refusing repeats are remembered longer than the conversations. */
export const createConversationLog = (max: number = conversationsMax): ConversationLog => {
  const logs = new Map<Operation, Map<string, Conversation>>();
  const counts = new Map<Operation, number>();
  const originatorIds = new Map<string, true>();
  const originatorOf = new Map<string, string>();
  const logOf = (operation: Operation): Map<string, Conversation> => {
    const known = logs.get(operation) ?? new Map<string, Conversation>();
    logs.set(operation, known);
    return known;
  };
  return {
    count: (operation) => counts.get(operation) ?? 0,
    add(conversation) {
      const { operation } = conversation.request;
      const { originatorConversationId, conversationId } = conversation;
      setBounded(logOf(operation), max, originatorConversationId, conversation);
      setBounded(originatorIds, originatorIdsMax, originatorConversationId, true);
      setBounded(originatorOf, originatorIdsMax, conversationId, originatorConversationId);
      counts.set(operation, (counts.get(operation) ?? 0) + 1);
    },
    hasSeen: (originatorConversationId) => originatorIds.has(originatorConversationId),
    find: (operation, id) => logOf(operation).get(id) ?? logOf(operation).get(originatorOf.get(id) ?? ''),
    list: (operation) => [...logOf(operation).values()].reverse(),
    clear() {
      for (const map of [logs, counts, originatorIds, originatorOf]) map.clear();
    },
  };
};

const stateOf = ({ outcome, scenario }: Conversation): 'waiting' | 'settled' | 'not_executed' => {
  if (scenario.executed !== 'yes') return 'not_executed';
  return outcome === null ? 'waiting' : 'settled';
};

/** A conversation as the admin API shows it: no credential and no URL. */
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
