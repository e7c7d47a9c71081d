import { cut, type JsonObject, plain } from './json.ts';

/** The provider takes 2 to 100 characters. */
const LENGTH_MIN = 2;
const LENGTH_MAX = 100;

/** Remarks as the provider takes them: cut at 100 characters, the fallback when there are not enough. */
export function remarksOr(remarks: string, fallback: string): string {
  const text = cut(plain(remarks), LENGTH_MAX).trimEnd();
  return text.length < LENGTH_MIN ? fallback : text;
}

/** The optional occasion under its name, which is spelt differently by product; no field when it is blank. */
export function occasionField(name: 'Occasion' | 'Occassion', occasion: string | null): JsonObject {
  const text = cut(plain(occasion ?? ''), LENGTH_MAX).trimEnd();
  return text === '' ? {} : { [name]: text };
}
