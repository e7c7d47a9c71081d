import { cut, type JsonObject, plain } from './json.ts';

/** The provider takes 2 to 100 characters. */
const remarksLengthMin = 2;
const remarksLengthMax = 100;

/** Remarks as the provider takes them: cut at 100 characters, the fallback when there are not enough. */
export function remarksOr(remarks: string, fallback: string): string {
  const text = cut(plain(remarks), remarksLengthMax).trimEnd();
  return text.length < remarksLengthMin ? fallback : text;
}

/** The optional occasion under its name, which is spelt differently by product; no field when it is blank. */
export function occasionField(name: 'Occasion' | 'Occassion', occasion: string | null): JsonObject {
  const text = cut(plain(occasion ?? ''), remarksLengthMax).trimEnd();
  return text === '' ? {} : { [name]: text };
}
