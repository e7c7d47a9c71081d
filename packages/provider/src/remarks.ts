import { cut, plain } from './json.ts';

/** The provider accepts 2 to 100 characters. */
const remarksLengthMin = 2;
const remarksLengthMax = 100;

/** Returns remarks cut at 100 characters, or the fallback when they are too short for the provider. */
export function remarksOr(remarks: string, fallback: string): string {
  const text = cut(plain(remarks), remarksLengthMax).trimEnd();
  return text.length < remarksLengthMin ? fallback : text;
}

/** Returns the occasion cut at 100 characters. It is sent even when it is empty, because some servers insist on it. */
export function occasionText(occasion: string | null): string {
  return cut(plain(occasion ?? ''), remarksLengthMax).trimEnd();
}
