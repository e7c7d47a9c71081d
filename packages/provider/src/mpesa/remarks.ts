/** The provider accepts 2 to 100 characters. */
const remarksLengthMin = 2;
const remarksLengthMax = 100;

/**
 * The text as the provider takes it: without accents, with blanks in place of everything except plain letters, digits and
 * `. , : _ / -`, and cut. Some of its gateways refuse a whole request because of an `&` or a dash in it.
 */
export function plainLetters(text: string, lengthMax: number): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9.,:_/-]+/g, ' ')
    .trim()
    .slice(0, lengthMax)
    .trimEnd();
}

/** Returns remarks in {@link plainLetters}, or the fallback when they are too short for the provider. */
export function remarksOr(remarks: string, fallback: string): string {
  const text = plainLetters(remarks, remarksLengthMax);
  return text.length < remarksLengthMin ? fallback : text;
}

/** Returns the occasion in {@link plainLetters}. It is sent even when it is empty, because some servers insist on it. */
export function occasionText(occasion: string | null): string {
  return plainLetters(occasion ?? '', remarksLengthMax);
}
