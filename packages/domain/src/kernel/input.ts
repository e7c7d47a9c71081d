import { z } from 'zod';
import { DomainError } from './errors.ts';

const nameLengthMax = 100;

/** A name that people gave something: one line, trimmed. */
export const nameSchema = z
  .string({ error: 'must be a text' })
  .transform((text) => text.normalize('NFC').trim())
  .pipe(
    z
      .string()
      .min(1, { error: 'must not be empty' })
      .max(nameLengthMax, { error: `must have at most ${nameLengthMax} characters` })
      .refine((text) => !/\p{C}/u.test(text), { error: 'must not contain control characters' }),
  );

export const idSchema = z.uuid({ error: 'must be a UUID' });

/** A whole number from `min` to `max`, and words for any other input. */
export function wholeNumber(min: number, max: number) {
  const error = `must be ${min} to ${max}`;
  return z.int({ error: 'must be a whole number' }).min(min, { error }).max(max, { error });
}

/**
 * Judges the input of a verb that people or operators call.
 * @throws DomainError invalid_input with every issue
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw invalidInput(...result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
}

/** The refusal of an input, for what only the database can tell. */
export function invalidInput(...issues: { path: string; message: string }[]): DomainError {
  const sentences = issues.map(({ path, message }) => (path === '' ? message : `${path} ${message}`));
  return new DomainError('invalid_input', `${sentences.join('; ')}.`, { issues });
}
