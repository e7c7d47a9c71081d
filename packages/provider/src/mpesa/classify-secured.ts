import type { ConversationIds, ProviderAnswer } from '@tillgate/domain';
import type { HttpAnswer } from '../kit/http.ts';
import { field, type JsonObject, plainText } from '../kit/json.ts';
import { type CodeAndMessage, classifyCall, type Verdict } from './classify-call.ts';

const idLengthMax = 255;
/** Means "Duplicate OriginatorConversationID" or "service unavailable". Only the message tells them apart. */
const duplicateCode = '500.002.1001';
/** The ResponseCode for a duplicate OriginatorConversationID. */
const duplicateResponseCode = '15';
const unavailablePattern = /unavailable|maintenance|throttl|busy|time(?:d)?\s*-?out|internal/i;
const duplicatePattern = /duplicat|already\s+(?:been\s+)?(?:submitted|received|exists?|used)/i;
/** This code can mean anything from "no such merchant" to "being processed". */
const ambiguousCode = '500.001.1001';
const refusalPattern =
  /merchant\s+does\s+not\s+exist|\binitiator\b|credentials?\b|insufficient|invalid\s+access\s+token/i;
const underWayPattern = /(?:being|under|still)\s+process/i;
/**
 * ResponseCodes which prove that the core did not take the request: credentials, permissions, malformed, overload. Others
 * prove nothing, such as 100000000 (cached for resending).
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
 * Classifies the outcome of a secured operation (payout, reversal, inquiry). Pure. A rejection needs proof, because a
 * merchant who reads "rejected" pays again. A repeated OriginatorConversationID is `unknown`, never `rejected`: the
 * first request under that id may have succeeded.
 *
 * @param sentId our OriginatorConversationID, for answers that do not echo it; empty when the provider makes the id
 */
export function classifySecured(answer: HttpAnswer, sentId = ''): ProviderAnswer<ConversationIds> {
  return classifyCall(answer, { acceptedOf: (json) => conversationIds(json, sentId), judge });
}

function judge({ from, code, message }: CodeAndMessage): Verdict {
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

/** Without a clear message, the code counts as a duplicate, which is the safe reading. */
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
