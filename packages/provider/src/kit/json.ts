/** The provider's own limit is 10. */
const codeLengthMax = 64;
const idLengthMax = 255;

/** A JSON object whose fields are not known yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Returns the object in a JSON text, or undefined for everything else. Never throws. A text that people typed may hold
 * control characters and stray backslashes, which JSON does not allow; they do not hide the fields beside it.
 */
export function parseObject(text: string): JsonObject | undefined {
  return asObject(parsed(text) ?? parsed(withReadableStrings(text)));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A string of JSON with any character in it, or its beginning. */
const jsonString = /"(?:[^"\\]|\\.)*"?/gs;

/** Escapes what JSON does not allow within strings. Structure, numbers and names stay as they are. */
function withReadableStrings(text: string): string {
  return text.replace(jsonString, (string) =>
    string
      .replace(/\\["\\]|\\(?!["\\/bfnrt]|u[\dA-Fa-f]{4})/g, (found) => (found === '\\' ? '\\\\' : found))
      .replace(/\p{Cc}/gu, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}

/** The value as an object; undefined for arrays, null and scalars. */
export function asObject(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an own field of the object. Returns undefined when the field or the object is missing. */
export function field(object: JsonObject | undefined, name: string): unknown {
  return object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;
}

/**
 * Returns a code as text of at most 64 characters. Codes come as numbers and as strings (`0`, `"0"`, `"SFC_IC0003"`).
 * Leading zeros of a string stay. Returns undefined when there is no code.
 */
export function codeText(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return nonBlank(plainText(value, codeLengthMax));
}

/** Replaces control characters and lone surrogates, which no database column accepts, and trims the text. */
export function plain(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
}

/** Joins the parts that are not empty with commas. */
export function joinPresent(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(', ');
}

/** The text, or undefined when it is empty. */
export function nonBlank(text: string): string | undefined {
  return text === '' ? undefined : text;
}

/** Returns a string {@link plain} and cut at `lengthMax` characters, or an empty text for any other value. */
export function plainText(value: unknown, lengthMax: number): string {
  return typeof value === 'string' ? cut(plain(value), lengthMax) : '';
}

/** Cuts a text to at most `lengthMax` UTF-16 units, without splitting a character. */
export function cut(text: string, lengthMax: number): string {
  return text.slice(0, lengthMax).replace(/[\uD800-\uDBFF]$/, '');
}

/**
 * Returns an id as text, or an empty text. A too long id also gives an empty text: cutting it would make another id.
 */
export function idText(value: unknown): string {
  const text = plainText(value, idLengthMax + 1);
  return text.length > idLengthMax ? '' : text;
}
