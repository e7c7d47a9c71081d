import { createHash } from 'node:crypto';

/** What stands in the place of a phone number: a text and a JSON number, and nobody's. */
export const erasedPhone = '254000000000';
/** What stands in the place of a name. */
export const erasedName = 'Erased';

/** A number in each way in which it is written without punctuation. */
export function spellings(phone: string): string[] {
  return [phone, `+${phone}`, `0${phone.slice(3)}`, phone.slice(3)];
}

/** How rows spell a number in their column for it: the provider hashes numbers at times. */
export function storedForms(phone: string): string[] {
  return [...spellings(phone), ...hashesOf(phone)];
}

function hashesOf(phone: string): string[] {
  return spellings(phone).map((text) => createHash('sha256').update(text).digest('hex'));
}

const gap = '[ .()/-]{0,3}';
/** Between the digits of a number in an address: `+254` is `%2B254` there. */
const spaced = (digits: string) => [...digits].join(gap);

/**
 * A regular expression of PostgreSQL that finds a number (254XXXXXXXXX) in a text: with or without prefix and punctuation,
 * or hashed, and never within a longer number.
 */
export function phonePattern(phone: string): string {
  const prefix = `(?:[+]?${spaced('254')}${gap}|0${gap})?`;
  return `(?<![0-9])${prefix}${spaced(phone.slice(3))}(?![0-9])|${hashesOf(phone).join('|')}`;
}

const nameKeys = new Set(['FirstName', 'MiddleName', 'LastName']);
/** `254712345678 - Jane Doe` and `0712345678 Jane Doe`. */
const partyForm = /^\+?[0-9*]{9,12}\s*-?\s*(\p{L}.*)$/u;

/** The names of a person in what the provider posted about them. `body` need not be JSON. */
export function namesIn(body: string): string[] {
  const found: string[] = [];
  const look = (value: unknown, key = '') => {
    if (typeof value === 'string') {
      const name = nameKeys.has(key) ? value : partyForm.exec(value.trim())?.[1];
      if (name) found.push(name.trim());
    } else if (Array.isArray(value)) for (const each of value) look(each);
    else if (value !== null && typeof value === 'object') for (const [k, v] of Object.entries(value)) look(v, k);
  };
  try {
    look(JSON.parse(body));
  } catch {
    return [];
  }
  return found;
}

/** The hash by which the audit names a number: the same for the same organization and number. */
export function subjectHash(organizationId: string, phone: string): string {
  return createHash('sha256').update(`${organizationId}:${phone}`).digest('hex');
}

/** Rows that one statement looks at. */
export const batchMax = 1_000;
