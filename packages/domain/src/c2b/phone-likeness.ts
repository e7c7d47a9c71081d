import { createHash } from 'node:crypto';
import { normaliseMsisdn } from '../kernel/phone.ts';

/**
 * How the phone of an offline payment compares with a full number. `masked_same`: the visible digits match, as they may
 * for other numbers. `unknown`: it cannot be compared.
 */
export type Likeness = 'same' | 'masked_same' | 'different' | 'unknown';

const maskForm = /^\+?([0-9]*)\*+([0-9]*)$/;
/** A mask must show at least this many digits, besides the prefix of all Kenyan numbers, to be compared. */
const shownDigitsMin = 3;
const commonBeginning = /^(254|0)?[71]?/;
/** The provider's own example of a hash is cut short. */
const hashForm = /^[0-9a-f]{40,64}$/i;
const hashLength = 64;
const numberForm = /^\+?[0-9]{1,15}$/;

/**
 * Compares `sent` (plain, masked, a SHA-256 in hex, or blank) with `phone` (254XXXXXXXXX).
 * @param isHashProven hashes of this shortcode are proven to have no salt, so a complete hash that differs is another
 *   number
 */
export function phoneLikeness(sent: string, phone: string, isHashProven = false): Likeness {
  const text = bare(sent);
  if (text === '') return 'unknown';
  const plain = normaliseMsisdn(text);
  if (plain !== undefined) return plain === phone ? 'same' : 'different';
  if (numberForm.test(text)) return 'different';
  if (hashForm.test(text)) {
    const start = text.toLowerCase();
    if (hashesOf(phone).some((hash) => hash.startsWith(start))) return 'same';
    return isHashProven && start.length === hashLength ? 'different' : 'unknown';
  }
  const mask = maskForm.exec(text);
  if (!mask) return 'unknown';
  const [, head = '', tail = ''] = mask;
  if (head.replace(commonBeginning, '').length + tail.length < shownDigitsMin) return 'unknown';
  return spellings(phone).some((each) => fits(each, head, tail)) ? 'masked_same' : 'different';
}

/**
 * Whether a complete hash of a known number is its SHA-256. True proves that hashes of the shortcode have no salt, false
 * that they have. Undefined when it is not a complete hash.
 */
export function isPlainHashOf(sent: string, phone: string): boolean | undefined {
  const text = bare(sent).toLowerCase();
  return text.length === hashLength && hashForm.test(text) ? hashesOf(phone).includes(text) : undefined;
}

const bare = (sent: string) => sent.replace(/[\s\-.()]/g, '');

/** The spellings of one number. */
function spellings(phone: string): string[] {
  return [phone, `+${phone}`, `0${phone.slice(3)}`, phone.slice(3)];
}

/** Masks may be shorter or longer than the number, so only the ends are compared. They must not overlap. */
function fits(number: string, head: string, tail: string): boolean {
  return number.startsWith(head) && number.endsWith(tail) && head.length + tail.length <= number.length;
}

/** Cached, because a confirmation is compared with many prompts and judged several times. */
const hashed = new Map<string, string[]>();
const hashedMax = 10_000;

/** SHA-256 of each spelling of a number, in hex. */
function hashesOf(phone: string): string[] {
  const known = hashed.get(phone);
  if (known) return known;
  const hashes = spellings(phone).map((text) => createHash('sha256').update(text).digest('hex'));
  if (hashed.size >= hashedMax) hashed.clear();
  hashed.set(phone, hashes);
  return hashes;
}
