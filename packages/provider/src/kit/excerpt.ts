import type { Answered } from './http.ts';
import { cut, plain } from './json.ts';

const excerptLengthMax = 200;
/** How much of a body is read. */
const readLengthMax = 16_000;
const depthMax = 4;
const listedMax = 3;
/** A body with more of them is compressed or a picture. */
const brokenCharactersMax = 3;

/** Names of members that hold a sentence for people, in lower case. The most telling comes first. */
const sentenceNames = [
  ...['errormessage', 'message', 'error_description', 'errordescription', 'detail', 'responsedescription'],
  ...['resultdesc', 'description', 'msg', 'faultstring', 'reason', 'title', 'error'],
];
const namedEntities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  rsquo: '’',
  lsquo: '‘',
  rdquo: '”',
  ldquo: '“',
  ndash: '–',
  mdash: '—',
  hellip: '…',
};

/**
 * Returns what a body says to people, in one line of at most 200 characters: the sentence of a JSON error in any common
 * form, or the text of a page without scripts and tags. Returns an empty text when it says nothing. Pure; never throws.
 */
export function excerptOf({ json, text }: Pick<Answered, 'json' | 'text'>): string {
  const said = json === undefined ? sentenceOf(text.slice(0, readLengthMax)) : sentenceIn(json, 0);
  return cut(oneLine(said.slice(0, readLengthMax)), excerptLengthMax).trimEnd();
}

function sentenceOf(text: string): string {
  try {
    return sentenceIn(JSON.parse(text), 0);
  } catch {
    // Half a JSON body has ids, and no sentence that can be trusted to be whole.
    return /^\s*[{[]\s*["{[]/.test(text) ? '' : withoutTags(text);
  }
}

function sentenceIn(value: unknown, depth: number): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || depth > depthMax) return '';
  if (Array.isArray(value)) return joined(value.slice(0, listedMax).map((item) => sentenceIn(item, depth + 1)));
  const members = new Map(Object.entries(value).map(([name, member]) => [name.toLowerCase(), member]));
  const place = members.get('loc');
  const sentence = sentenceNames
    .map((name) => sentenceIn(members.get(name), depth + 1))
    .find((found) => found.trim() !== '');
  if (sentence === undefined && !members.has('errors')) return sentenceBelow(value, depth);
  if (sentence !== undefined && Array.isArray(place)) return `${place.join('.')}: ${sentence}`;
  const errors = members.get('errors');
  return joined([sentence ?? '', Array.isArray(errors) ? sentenceIn(errors, depth + 1) : sentencesByField(errors)]);
}

/** Envelopes have names of their own: the first sentence within any of them counts. */
function sentenceBelow(value: object, depth: number): string {
  const within = Object.values(value).filter((member) => typeof member === 'object' && !Array.isArray(member));
  return within.map((member) => sentenceIn(member, depth + 1)).find((found) => found.trim() !== '') ?? '';
}

/** `{"PartyB": ["is required"]}` as `PartyB: is required`. */
function sentencesByField(errors: unknown): string {
  if (typeof errors !== 'object' || errors === null) return sentenceIn(errors, depthMax);
  return joined(
    Object.entries(errors)
      .slice(0, listedMax)
      .map(([name, said]) => [name, sentenceIn(said, depthMax - 1)])
      .map(([name, said]) => (said === '' ? '' : `${name}: ${said}`)),
  );
}

function joined(sentences: string[]): string {
  return [...new Set(sentences.map((sentence) => sentence.trim()))].filter((sentence) => sentence !== '').join(' ');
}

/** Only what opens like a tag is one: `a < b` stays. */
function withoutTags(text: string): string {
  return text
    .replace(/<!--.*?(?:-->|$)/gs, ' ')
    .replace(/<(script|style|svg|template|noscript)\b.*?(?:<\/\1\s*>|$)/gis, ' ')
    .replace(/<[a-z/!?][^>]*(?:>|$)/gi, ' ')
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, character);
}

function character(entity: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) return namedEntities[name.toLowerCase()] ?? entity;
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/** Without invisible characters: some turn the direction of text, and all of them hide what was said. */
function oneLine(text: string): string {
  const line = plain(text.replace(/\p{Cf}/gu, '')).replace(/\s+/gu, ' ');
  const isBinary = (line.match(/\ufffd/g)?.length ?? 0) > brokenCharactersMax;
  return isBinary ? '' : line;
}
