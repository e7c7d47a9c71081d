import { keptText } from './request.ts';

const bodyLengthMax = 4_000;
/** Entries of one list or object. */
const entriesMax = 50;
const depthMax = 8;
const hidden = '…';
/** Fields that say who somebody is, or that prove something, whatever their value. `raw` is the provider's own text. */
const personal =
  /phone|msisdn|name$|party$|^raw$|email|secret|token|password|passkey|credential|signature|authorization/i;
/** The address of a hook proves that a caller is the provider: of an address, its server stays. */
const address = /(https?:\/\/)(?:[^/\s"?#]*@)?([^/\s"?#]+)[^\s"]*/gi;
/** A Kenyan phone number that was sent as a number. */
const phoneNumber = /^(254|0)?[17]\d{8}$/;

/**
 * A body of a call as the request log keeps it: JSON, with `…` in place of secrets, phone numbers, names and the values
 * of metadata, cut to a limit. Null when there is none.
 */
export function keptBody(body: unknown): string | null {
  if (body === undefined || body === null || body === '') return null;
  const text = JSON.stringify(redacted(body, 0)) ?? hidden;
  return text.length > bodyLengthMax ? `${text.slice(0, bodyLengthMax).toWellFormed()}${hidden}` : text;
}

function redacted(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return keptText(value.replace(address, `$1$2/${hidden}`));
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return phoneNumber.test(String(value)) ? hidden : value;
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value;
  if (depth === depthMax) return hidden;
  if (Array.isArray(value)) {
    const kept = value.slice(0, entriesMax).map((inner) => redacted(inner, depth + 1));
    return value.length > entriesMax ? [...kept, hidden] : kept;
  }
  const entries = Object.entries(value);
  const fields = entries.slice(0, entriesMax).map(([name, inner]) => [keptText(name), field(name, inner, depth + 1)]);
  return Object.fromEntries(entries.length > entriesMax ? [...fields, [hidden, hidden]] : fields);
}

function field(name: string, value: unknown, depth: number): unknown {
  if (value === null) return null;
  if (personal.test(name)) return hidden;
  // A merchant's own facts, which may say anything of a customer: their names stay.
  if (name === 'metadata' && typeof value === 'object') {
    return Object.fromEntries(
      Object.keys(value)
        .slice(0, entriesMax)
        .map((own) => [keptText(own), hidden]),
    );
  }
  return redacted(value, depth);
}
