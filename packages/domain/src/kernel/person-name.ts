const nameLengthMax = 100;
/** What stands before a name in a party such as `254712345678 - JANE DOE`: digits, some of them hidden. */
const number = /^\+?[0-9*][0-9* ]{3,17}[0-9*](?:\s*[-–]\s*|\s+|$)/;

/**
 * The name in what a provider reports about a payer or payee: a name alone, or a party such as `254712345678 - JANE DOE`.
 * Blanks are collapsed and invisible characters are removed, so that two names that look alike are equal. At most 100
 * characters. Null without a letter. Pure.
 */
export function personName(reported: string | null | undefined): string | null {
  const text = (reported ?? '')
    .toWellFormed()
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .trim();
  const name = text.replace(number, '');
  if (!/\p{L}/u.test(name)) return null;
  return [...name].slice(0, nameLengthMax).join('').trim();
}
