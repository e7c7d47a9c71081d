import { type JsonScalar, scalarsOf, textAt } from './json-scalars.ts';
import { erasedName, erasedPhone, phonePattern } from './subject.ts';

/** What is looked for: a number as 254XXXXXXXXX, and the names of its owner. */
export type Person = { phone: string; names: readonly string[] };
/** What a text is: words or JSON, JSON for certain, the query of an address, an address, or one name. */
export type TextForm = 'words' | 'json' | 'query' | 'address' | 'name';

/** Shorter names are not looked for in sentences, because they are parts of other words. */
const nameLengthMin = 2;
/** Last words of names of fields that hold a code, never the name of a person. */
const codeWords = new Set([
  ...['status', 'state', 'type', 'kind', 'code', 'currency', 'id', 'ids', 'env', 'environment', 'method', 'source'],
  ...['command', 'version', 'url', 'hash', 'signature', 'cursor', 'scope', 'scopes', 'ok', 'event', 'events', 'key'],
]);
/** Last words of names of fields that hold a sum or a time. */
const figureWords = new Set([
  ...['amount', 'balance', 'funds', 'total', 'price', 'fee', 'cents', 'time', 'date', 'timestamp', 'at', 'created'],
]);
/** Fields that hold either a code or a sentence. A code has no blanks. */
const sentenceWords = new Set(['reason', 'error', 'cause', 'category']);
/** Fields of the provider that hold one part of a name and nothing else. */
const nameParts = new Set(['first name', 'middle name', 'last name']);
/** Ids and times, whatever their field is called. */
const opaque = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[0-9:.+Z-]+)$/i;

type Holds = 'words' | 'code' | 'figure' | 'name';

/** What a field holds, by its name: `MpesaReceiptNumber` a code, `TransAmount` a figure. */
export function heldIn(field: string, value: string): Holds {
  const words = field
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  const last = words.at(-1) ?? '';
  if (nameParts.has(words.join(' '))) return 'name';
  if (figureWords.has(last)) return 'figure';
  if (codeWords.has(last) || words.includes('receipt') || opaque.test(value)) return 'code';
  return sentenceWords.has(last) && !/\s/.test(value) ? 'code' : 'words';
}

/**
 * Returns a function that writes a text without a person: their number becomes {@link erasedPhone}, and their names, as
 * whole words, {@link erasedName}. In JSON it rewrites values alone. Names of fields, codes, sums, times and types stay,
 * whatever the person is called, so that JSON stays JSON. Pure.
 */
export function rewriterOf({ phone, names }: Person): (text: string, form?: TextForm) => string {
  const numbers = new RegExp(phonePattern(phone), 'gi');
  const ownNumber = new RegExp(`^(?:[+]?254|0)${phone.slice(3)}$`);
  const all = new Set(names.map(folded));
  const words = wordsOf(names);

  const withoutNumber = (text: string) => text.replace(numbers, erasedPhone);
  const sentence = (text: string) => {
    const rest = withoutNumber(text);
    return words ? rest.replace(words, erasedName) : rest;
  };
  const value = (text: string, field: string): string => {
    if (isDocument(text) && isJson(text)) return document(text);
    const holds = heldIn(field, text);
    if (holds === 'figure') return ownNumber.test(text.trim()) ? erasedPhone : text;
    if (holds === 'code') return withoutNumber(text);
    return holds === 'name' && all.has(folded(text)) ? erasedName : sentence(text);
  };
  const bare = (text: string, name: string): string => {
    if (!/^-?[0-9.eE+-]+$/.test(text)) return /^(?:true|false|null)$/.test(text) ? text : value(text, name);
    const isOwn = text === phone || (text === phone.slice(3) && heldIn(name, text) !== 'figure');
    return isOwn ? erasedPhone : text;
  };
  const scalar = (json: string, { kind, start, end, name }: JsonScalar): string => {
    const written = json.slice(start, end);
    if (kind === 'bare') return bare(written, name);
    const text = textAt(written);
    const rewritten = value(text, name);
    return rewritten === text ? written : JSON.stringify(rewritten);
  };
  const document = (json: string): string => {
    let at = 0;
    let rest = '';
    for (const each of scalarsOf(json)) {
      rest += json.slice(at, each.start) + scalar(json, each);
      at = each.end;
    }
    return rest + json.slice(at);
  };
  const query = (text: string): string =>
    text
      .split('&')
      .map((pair) => {
        const at = pair.indexOf('=');
        if (at < 0) return withoutNumber(pair);
        const read = unescaped(pair.slice(at + 1));
        const rewritten = value(read, pair.slice(0, at));
        return rewritten === read ? pair : `${pair.slice(0, at)}=${encodeURIComponent(rewritten)}`;
      })
      .join('&');

  return (text, form = 'words') => {
    if (form === 'name') return all.has(folded(text)) ? erasedName : sentence(text);
    if (form === 'query') return text.includes('=') ? query(text) : sentence(text);
    if (form === 'address') {
      const [path = '', ...rest] = text.split('?');
      // A path of ours begins with a slash and has no blanks; its words are those of our routes.
      const kept = /^\/\S*$/.test(path) ? withoutNumber(path) : sentence(path);
      return [kept, ...(rest.length > 0 ? [query(rest.join('?'))] : [])].join('?');
    }
    return form === 'json' || isDocument(text) || isJson(text) ? document(text) : sentence(text);
  };
}

const folded = (name: string) => name.trim().toLowerCase();

/** Names as whole words. A name without letters is a number, and numbers are never names. */
function wordsOf(names: readonly string[]): RegExp | undefined {
  const known = [...new Set(names.map((name) => name.trim()))].filter(
    (name) => name.length >= nameLengthMin && /\p{L}/u.test(name) && folded(name) !== folded(erasedName),
  );
  if (known.length === 0) return undefined;
  const parts = known
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/\s+/g, '\\s+'));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${parts.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** Whether a text begins like an object or a list; it may be cut short. */
const isDocument = (text: string) => /^\s*[{[]/.test(text);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Rewrites the bytes that somebody posted: in UTF-8, or byte by byte where they are none. */
export function rewriteBytes(bytes: Buffer, rewrite: (text: string) => string): Buffer {
  const utf8 = bytes.toString('utf8');
  const encoding = Buffer.from(utf8, 'utf8').equals(bytes) ? 'utf8' : 'latin1';
  const text = bytes.toString(encoding);
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  return Buffer.from(mark + rewrite(text.slice(mark.length)), encoding);
}
