import { createHash } from 'node:crypto';
import { normaliseMsisdn } from '../kernel/phone.ts';

/**
 * How the phone of an offline payment compares with a number of ours. `masked_same`: the visible
 * digits fit, as they do for other numbers. `unknown`: it tells nothing that can be compared.
 */
export type Likeness = 'same' | 'masked_same' | 'different' | 'unknown';

const maskForm = /^\+?([0-9]*)\*+([0-9]*)$/;
/**
 * A mask that shows fewer digits than this, beyond what all Kenyan numbers begin with, tells
 * nothing.
 */
const shownDigitsMin = 3;
const commonBeginning = /^(254|0)?[71]?/;
/** The provider's own example of a hash is cut short. */
const hashForm = /^[0-9a-f]{40,64}$/i;
const hashLength = 64;
const numberForm = /^\+?[0-9]{1,15}$/;

/**
 * Compares `sent` (plain, masked, a SHA-256 in hex, or blank) with `phone` (254XXXXXXXXX).
 * @param isHashProven hashes of this shortcode are known to have no salt: a whole one that differs is another number
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
 * Whether a whole hash is the SHA-256 of a number that it is known to be of. True proves that hashes of its shortcode
 * have no salt, and false that they have; undefined when it is no whole hash.
 */
export function isPlainHashOf(sent: string, phone: string): boolean | undefined {
  const text = bare(sent).toLowerCase();
  return text.length === hashLength && hashForm.test(text) ? hashesOf(phone).includes(text) : undefined;
}

const bare = (sent: string) => sent.replace(/[\s\-.()]/g, '');

/** The ways in which one number is written. */
function spellings(phone: string): string[] {
  return [phone, `+${phone}`, `0${phone.slice(3)}`, phone.slice(3)];
}

/**
 * Masks are shorter or longer than the number at times: only the ends count, and they must not
 * overlap.
 */
function fits(number: string, head: string, tail: string): boolean {
  return number.startsWith(head) && number.endsWith(tail) && head.length + tail.length <= number.length;
}

/** A confirmation is compared with many prompts, and again each time it is looked at. */
const hashed = new Map<string, string[]>();
const hashedMax = 10_000;

/** SHA-256 of each way in which a number is written, in hex. */
function hashesOf(phone: string): string[] {
  const known = hashed.get(phone);
  if (known) return known;
  const hashes = spellings(phone).map((text) => createHash('sha256').update(text).digest('hex'));
  if (hashed.size >= hashedMax) hashed.clear();
  hashed.set(phone, hashes);
  return hashes;
}
