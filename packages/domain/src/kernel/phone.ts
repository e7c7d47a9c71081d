import { z } from 'zod';
import { customIssue } from './input.ts';
import { issues } from './refusals.ts';

/** The longest text accepted: a number with generous punctuation. */
const textLengthMax = 32;
/**
 * Blanks and hyphens of every kind, dots and brackets, and invisible marks in copied numbers. Written out, because not
 * every reader of the JSON schema supports Unicode classes.
 */
const gap =
  '[\\t .()\\[\\]\\u00a0\\u00ad\\u1680\\u2000-\\u2015\\u202a-\\u202f\\u205f-\\u206f\\u2212\\u3000\\ufe58\\ufe63\\uff0d\\ufeff-]*';
/** `+254 (0)712 345 678`: the zero is only dialled within the country. */
const international = `(?:\\+${gap})?2${gap}5${gap}4${gap}(?:\\(0\\)${gap})?`;
const writtenPattern = `^${gap}(?:${international}|0${gap})?[17](?:${gap}[0-9]){8}${gap}$`;
const written = new RegExp(writtenPattern);
/** Digits after the country's code. */
const localDigits = 9;

/**
 * Brings a Kenyan mobile number to 254XXXXXXXXX. Accepts 07…, 01…, 254…, +254…, +254 (0)… and the bare nine digits, with
 * spaces, dashes, dots, brackets and invisible marks between them; undefined for everything else.
 */
export function normaliseMsisdn(text: string): string | undefined {
  if (text.length > textLengthMax || !written.test(text)) return undefined;
  return `254${text.replace(/[^0-9]/g, '').slice(-localDigits)}`;
}

/** For logs and screens: `254712345678` becomes `2547*****678`; any other text is hidden completely. */
export function maskMsisdn(phone: string): string {
  return /^254[0-9]{9}$/.test(phone) ? `${phone.slice(0, 4)}*****${phone.slice(-3)}` : '***';
}

/** A phone number as callers send it: a string in any accepted form. Parses to 254XXXXXXXXX. */
export const phoneSchema = z
  .string({ error: issues.phoneText })
  .meta({
    pattern: writtenPattern,
    maxLength: textLengthMax,
    description:
      'Kenyan mobile number, in one of the forms `0712345678`, `0112345678`, `254712345678`, `+254712345678` or `712345678`. Spaces, dashes, dots and brackets are ignored.',
    examples: ['254712345678', '0712345678'],
  })
  .transform((text, context) => {
    const phone = normaliseMsisdn(text);
    if (phone !== undefined) return phone;
    context.issues.push({ ...customIssue([], issues.phone), input: text });
    return z.NEVER;
  });
