import type { ConversationIds, ProviderAnswer } from '@tillgate/domain';
import { classifyCall, type Said, type Verdict } from './classify-call.ts';
import type { HttpAnswer } from './http.ts';
import { field, type JsonObject, plainText } from './json.ts';

const idLengthMax = 255;
/** "Duplicate OriginatorConversationID", or service unavailable: told apart by the sentence only. */
const duplicateCode = '500.002.1001';
/** The asynchronous form of the same. */
const duplicateResponseCode = '15';
const unavailablePattern = /unavailable|maintenance|throttl|busy|time(?:d)?\s*-?out|internal/i;
const duplicatePattern = /duplicat|already\s+(?:been\s+)?(?:submitted|received|exists?|used)/i;
/** This code says anything, from "no such merchant" to "being processed". */
const ambiguousCode = '500.001.1001';
const refusalPattern =
  /merchant\s+does\s+not\s+exist|\binitiator\b|credentials?\b|insufficient|invalid\s+access\s+token/i;
const underWayPattern = /(?:being|under|still)\s+process/i;
/**
 * The core's ResponseCodes that say it took nothing on: credentials, permissions, malformed, overload. Others, such as
 * 100000000 (kept for sending again), do not say that.
 */
const refusalResponseCodes: ReadonlySet<string> = new Set([
  '18',
  '20',
  '21',
  '22',
  '24',
  '25',
  '26',
  '29',
  '2001',
  '8006',
  '100000001',
  '100000002',
  '100000005',
  '100000010',
  '100000011',
]);

/**
 * What the exchange of a secured operation (payout, reversal, inquiry) came to. Pure. A refusal needs proof, because a
 * merchant who reads "rejected" pays again. A repeated OriginatorConversationID is `unknown`, never `rejected`: the
 * first request under that id may have gone through.
 *
 * @param sentId our OriginatorConversationID, for answers that do not echo it; empty where the provider makes it
 */
export function classifySecured(answer: HttpAnswer, sentId = ''): ProviderAnswer<ConversationIds> {
  return classifyCall(answer, { acceptedOf: (json) => conversationIds(json, sentId), judge });
}

function judge({ from, code, message }: Said): Verdict {
  if (isDuplicate(code, message)) return { open: 'says that this OriginatorConversationID was used before' };
  if (from === 'ResponseCode') {
    return refusalResponseCodes.has(code)
      ? 'refused'
      : { open: `has the ResponseCode ${code}, which proves no refusal` };
  }
  if (code !== ambiguousCode) return undefined;
  const isRefusal = refusalPattern.test(message) && !underWayPattern.test(message);
  return isRefusal ? 'refused' : { open: 'proves neither acceptance nor refusal' };
}

/** Silence is read as the dangerous meaning. */
function isDuplicate(code: string, message: string): boolean {
  if (duplicatePattern.test(message) || code === duplicateResponseCode) return true;
  return code === duplicateCode && !unavailablePattern.test(message);
}

function conversationIds(json: JsonObject | undefined, sentId: string): ConversationIds | undefined {
  const conversationId = plainText(field(json, 'ConversationID'), idLengthMax);
  if (conversationId === '') return undefined;
  const echoed = plainText(field(json, 'OriginatorConversationID'), idLengthMax);
  return { conversationId, originatorConversationId: echoed === '' ? sentId : echoed };
}
