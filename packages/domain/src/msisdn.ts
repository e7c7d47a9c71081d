import { z } from 'zod';

/** Longest text that is looked at: a number with generous punctuation. */
const textLengthMax = 32;
const punctuation = /[ \-.()[\]]/g;
/** ASCII digits only: `\d` would do, but this says it. */
const kenyanMobile = /^(?:\+?254|0)?([71][0-9]{8})$/;

/**
 * Brings a Kenyan mobile number to 254XXXXXXXXX. Accepts 07…, 01…, 254…, +254… and the bare nine digits, with spaces,
 * dashes, dots and brackets between them; undefined for everything else.
 */
export function normaliseMsisdn(text: string): string | undefined {
  if (text.length > textLengthMax) return undefined;
  const match = kenyanMobile.exec(text.replace(punctuation, ''));
  return match ? `254${match[1]}` : undefined;
}

/** For logs and screens: `254712345678` becomes `2547*****678`; what is not a normalised number is hidden whole. */
export function maskMsisdn(phone: string): string {
  return /^254[0-9]{9}$/.test(phone) ? `${phone.slice(0, 4)}*****${phone.slice(-3)}` : '***';
}

/** A phone number as callers send it: a string in any accepted form. Answers 254XXXXXXXXX. */
export const phoneSchema = z
  .string({ error: 'must be a string with a Kenyan mobile number' })
  .meta({
    description: 'Kenyan mobile number: 0712…, 254712… or +254712….',
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
