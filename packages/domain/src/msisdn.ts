import { z } from 'zod';

/** The longest text accepted: a number with generous punctuation. */
const textLengthMax = 32;
/** Blanks and hyphens of every kind, and the marks that nobody sees and that come along when a number is copied. */
const punctuation = /[\t\p{Zs}\p{Pd}\u2212\p{Cf}.()[\]]/gu;
/** `+254 (0)712 345 678`: the zero is dialled within the country alone. */
const trunkZero = /(254[^0-9]*)\(0\)/;
const kenyanMobile = /^(?:\+?254|0)?([71][0-9]{8})$/;

/**
 * Brings a Kenyan mobile number to 254XXXXXXXXX. Accepts 07…, 01…, 254…, +254…, +254 (0)… and the bare nine digits, with
 * spaces, dashes, dots, brackets and invisible marks between them; undefined for everything else.
 */
export function normaliseMsisdn(text: string): string | undefined {
  if (text.length > textLengthMax) return undefined;
  const match = kenyanMobile.exec(text.replace(trunkZero, '$1').replace(punctuation, ''));
  return match ? `254${match[1]}` : undefined;
}

/** For logs and screens: `254712345678` becomes `2547*****678`; what is not a normalised number is hidden whole. */
export function maskMsisdn(phone: string): string {
  return /^254[0-9]{9}$/.test(phone) ? `${phone.slice(0, 4)}*****${phone.slice(-3)}` : '***';
}

/**
 * What `normaliseMsisdn` accepts in plain characters, in one regular expression for the published JSON schema. Blanks and
 * marks of other kinds are taken as well: not every tool can write them in a pattern.
 */
function writtenMsisdnPattern(): string {
  const gap = '[ .()\\[\\]-]*';
  const prefix = `(?:(?:\\+${gap})?2${gap}5${gap}4${gap}|0${gap})?`;
  return `^${gap}${prefix}[17](?:${gap}[0-9]){8}${gap}$`;
}

/** A phone number as callers send it: a string in any accepted form. Parses to 254XXXXXXXXX. */
export const phoneSchema = z
  .string({ error: 'must be a string with a Kenyan mobile number' })
  .meta({
    pattern: writtenMsisdnPattern(),
    maxLength: textLengthMax,
    description:
      'Kenyan mobile number, in one of the forms `0712345678`, `0112345678`, `254712345678`, `+254712345678` or `712345678`. Spaces, dashes, dots and brackets are ignored.',
    examples: ['254712345678', '0712345678'],
  })
  .transform((text, context) => {
    const phone = normaliseMsisdn(text);
    if (phone !== undefined) return phone;
    context.issues.push({
      code: 'custom',
      input: text,
      message: 'must be a Kenyan mobile number, for example 0712345678 or +254712345678',
    });
    return z.NEVER;
  });
