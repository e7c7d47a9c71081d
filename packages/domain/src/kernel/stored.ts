import type { z } from 'zod';

/** A JSON column that does not hold what we write there. It names the row and the fields, never their values. */
export class BrokenRow extends Error {
  override readonly name = 'BrokenRow';
}

/**
 * Parses the JSON column of a row.
 * @param what names the row, such as `The result of the inquiry 0190…`
 * @throws BrokenRow when it does not fit: it must not be left out unseen
 */
export function readStored<Schema extends z.ZodType>(schema: Schema, json: unknown, what: string): z.output<Schema> {
  const read = schema.safeParse(json);
  if (read.success) return read.data;
  const places = read.error.issues.map(({ path }) => path.join('.')).filter((place) => place !== '');
  throw new BrokenRow(`${what} cannot be read${places.length === 0 ? '' : ` at ${places.join(', ')}`}.`);
}
