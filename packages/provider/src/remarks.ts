import { cut, type JsonObject, plain } from './json.ts';

/** The provider accepts 2 to 100 characters. */
const remarksLengthMin = 2;
const remarksLengthMax = 100;

/** Returns remarks cut at 100 characters, or the fallback when they are too short for the provider. */
export function remarksOr(remarks: string, fallback: string): string {
  const text = cut(plain(remarks), remarksLengthMax).trimEnd();
  return text.length < remarksLengthMin ? fallback : text;
}

/** Returns the occasion as a field. Its spelling differs by product. Returns no field when the occasion is blank. */
export function occasionField(name: 'Occasion' | 'Occassion', occasion: string | null): JsonObject {
  const text = cut(plain(occasion ?? ''), remarksLengthMax).trimEnd();
  return text === '' ? {} : { [name]: text };
}
