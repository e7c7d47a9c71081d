import type { AsyncResult, Parsed } from '@tillgate/domain';
import { objectInBody, unreadable } from '../kit/body.ts';
import { asObject, codeText, field, idText, type JsonObject, nonBlank, plain, plainText } from '../kit/json.ts';
import { judgeResult } from './judge-result.ts';
import { realReceipt } from './receipt.ts';

const parametersMax = 200;
const keyLengthMax = 255;
const descLengthMax = 1024;
/** Real results are four levels deep. */
const recordDepthMax = 16;

/**
 * Parses the raw body of a result callback: payout, reversal, transaction status, account balance. Pure; never throws.
 * Only the result code is required. Anything else that is missing or unreadable is null. The provider's queue timeout
 * has another form, which this function does not read.
 */
export function parseResult(body: Uint8Array): Parsed<AsyncResult> {
  const read = objectInBody(body);
  if (!read.ok) return read;
  const result = asObject(field(read.value, 'Result'));
  if (result === undefined) return unreadable('The body has no Result.');
  const resultCode = codeText(field(result, 'ResultCode'));
  // "00" does not reliably mean success, so it must not settle anything. A person has to look at it.
  if (resultCode === undefined || /^00+$/.test(resultCode)) return unreadable('The result has no readable ResultCode.');
  return {
    ok: true,
    value: {
      final: isFinal(field(result, 'ResultType')),
      ...judgeResult(resultCode),
      resultCode,
      resultDesc: plainText(field(result, 'ResultDesc'), descLengthMax),
      originatorConversationId: nonBlank(idText(field(result, 'OriginatorConversationID'))) ?? null,
      conversationId: nonBlank(idText(field(result, 'ConversationID'))) ?? null,
      transactionId: realReceipt(field(result, 'TransactionID')),
      parameters: parametersOf(field(asObject(field(result, 'ResultParameters')), 'ResultParameter')),
      raw: recordOf(result),
    },
  };
}

/** True for 0 and for a missing type. 1 means that more follows; an unknown type settles nothing. */
function isFinal(resultType: unknown): boolean {
  if (resultType === undefined || resultType === null || resultType === '') return true;
  return codeText(resultType) === '0';
}

/** A list of one parameter may arrive as a lone parameter. */
function parametersOf(list: unknown): AsyncResult['parameters'] {
  const items: unknown[] = Array.isArray(list) ? list.slice(0, parametersMax) : [list];
  return items
    .map(asObject)
    .map((item) => ({ key: plainText(field(item, 'Key'), keyLengthMax), value: scalar(field(item, 'Value')) }))
    .filter(({ key }) => key !== '');
}

function scalar(value: unknown): string | number | boolean | null {
  if (typeof value === 'string') return plain(value);
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)) ? value : null;
}

function recordOf(result: JsonObject): Record<string, unknown> {
  return Object.fromEntries(Object.entries(result).map(([key, value]) => [storable(key), record(value, 1)]));
}

/**
 * Returns the value unchanged, except for NUL and lone surrogates, which no database accepts, and for very deep
 * nesting.
 */
function record(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return storable(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= recordDepthMax) return null;
  if (Array.isArray(value)) return value.map((item) => record(item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storable(key), record(item, depth + 1)]));
}

function storable(text: string): string {
  return text.replaceAll('\u0000', ' ').toWellFormed();
}
