/** The provider's own limit is 10. */
const codeLengthMax = 64;
const idLengthMax = 255;

/** A JSON object whose fields are not known yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The object in a JSON text, or undefined for everything else. Never throws. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The value as an object; undefined for arrays, null and scalars. */
export function asObject(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own field of an object that may be missing itself. */
export function field(object: JsonObject | undefined, name: string): unknown {
  return object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;
}

/**
 * A code as text of at most 64 characters: codes come as numbers and as strings (`0`, `"0"`, `"SFC_IC0003"`). Zeros at
 * the start of a string stay. Undefined when there is none.
 */
export function codeText(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return nonBlank(plainText(value, codeLengthMax));
}

/** A text without control characters and half characters (which no database column takes) and without outer blanks. */
export function plain(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
}

/** The parts that say something, joined by commas. */
export function joinPresent(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(', ');
}

/** The text, or undefined when it is empty. */
export function nonBlank(text: string): string | undefined {
  return text === '' ? undefined : text;
}

/** A string field made {@link plain}, cut at `lengthMax` characters; empty when it is no string. */
export function plainText(value: unknown, lengthMax: number): string {
  return typeof value === 'string' ? cut(plain(value), lengthMax) : '';
}

/** At most `lengthMax` UTF-16 units, never ending in half a character. */
export function cut(text: string, lengthMax: number): string {
  return text.slice(0, lengthMax).replace(/[\uD800-\uDBFF]$/, '');
}

/** An id as text; empty when it is none. Ids are compared, so one that is too long must not be cut into another. */
export function idText(value: unknown): string {
  const text = plainText(value, idLengthMax + 1);
  return text.length > idLengthMax ? '' : text;
}
