const depthMax = 8;

/**
 * Makes values that libraries log printable. Errors at any depth become objects with their name, message, stack and
 * cause, because JSON shows an error in an object as `{}`.
 */
function wholeErrors(value: unknown, depth = 0): unknown {
  if (value === null || typeof value !== 'object') return typeof value === 'function' ? undefined : value;
  if (depth >= depthMax) return '[deeper]';
  const inner = (one: unknown) => wholeErrors(one, depth + 1);
  if (Array.isArray(value)) return value.map(inner);
  // The logger would shorten a field named `err`.
  const own = Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name === 'err' ? 'error' : name, inner(one)]),
  );
  if (!(value instanceof Error)) return 'toJSON' in value ? value : own;
  const { name, message, stack, cause } = value;
  const errors = value instanceof AggregateError ? { errors: inner(value.errors) } : {};
  return { ...own, type: name, message, stack, ...(cause !== undefined && { cause: inner(cause) }), ...errors };
}

/**
 * The fields and the sentence of a log line, from what the SDK passes: a sentence, or an object and a sentence.
 * @returns what the SDK passed besides is in `parts`
 */
export function readParts(parts: unknown[]): { fields: object; message: string } {
  const [first, second, ...others] = parts;
  const rest = others.length > 0 ? { parts: others.map((part) => wholeErrors(part)) } : {};
  if (typeof first === 'string') {
    const more = second === undefined ? {} : { part: wholeErrors(second) };
    return { fields: { ...more, ...rest }, message: `inngest: ${first}` };
  }
  const shown = wholeErrors(first);
  const fields =
    first instanceof Error ? { error: shown } : typeof shown === 'object' && shown ? shown : { part: shown };
  return { fields: { ...fields, ...rest }, message: typeof second === 'string' ? `inngest: ${second}` : 'inngest' };
}
