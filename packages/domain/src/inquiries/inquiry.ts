import type { AsyncResult } from '../ports/provider.ts';
import type { InquiryRow } from './statements.ts';

/**
 * The life of an inquiry.
 *
 *   (none) → pending → answered | failed        the first end stays
 */

/** An inquiry without a result fails after this time. */
export const unansweredHours = 24;

/** Our own result codes for inquiries that the provider never answered. */
export const ownCodes = { queueTimeout: 'queue_timeout', unanswered: 'unanswered' } as const;

/** The ids and the outcome of a result. */
type InquiryFact = Pick<AsyncResult, 'originatorConversationId' | 'conversationId' | 'outcome'>;

export type InquiryDecision =
  | { kind: 'end'; to: 'answered' | 'failed' }
  | { kind: 'already_ended' }
  | { kind: 'contradiction'; reason: string };

/** The ids that the provider gave a secured operation, as far as they are known. */
type KnownIds = { originatorConversationId: string | null; conversationId: string | null };

/** Why the ids of a fact cannot belong to the row, or undefined. A missing id is no contradiction. */
export function idsContradict(known: KnownIds, reported: KnownIds): string | undefined {
  const differ = (a: string | null, b: string | null) => a !== null && b !== null && a !== b;
  // The provider's id decides, because some answers have an originator id that the provider made up.
  if (known.conversationId !== null && known.conversationId === reported.conversationId) return undefined;
  if (differ(known.originatorConversationId, reported.originatorConversationId)) {
    return 'The OriginatorConversationID is another one.';
  }
  return differ(known.conversationId, reported.conversationId) ? 'The ConversationID is another one.' : undefined;
}

/** Decides what a final result does to an inquiry. */
export function decideInquiry(
  inquiry: Pick<InquiryRow, 'status' | keyof KnownIds>,
  fact: InquiryFact,
): InquiryDecision {
  const reason = idsContradict(inquiry, fact);
  if (reason) return { kind: 'contradiction', reason };
  if (inquiry.status !== 'pending') return { kind: 'already_ended' };
  return { kind: 'end', to: fact.outcome === 'success' ? 'answered' : 'failed' };
}
