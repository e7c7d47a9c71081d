import { z } from 'zod';
import { DomainError, type Issue } from './errors.ts';
import { issues, type Named, Wrong } from './refusals.ts';

const nameLengthMax = 100;

/** A name that a person typed: one line, trimmed. */
export const nameSchema = z
  .string({ error: issues.text })
  .transform((text) => text.normalize('NFC').trim())
  .pipe(
    z
      .string()
      .min(1, { error: issues.empty })
      .max(nameLengthMax, { error: issues.tooLong({ max: nameLengthMax }) })
      .refine((text) => !/\p{C}/u.test(text), { error: issues.controlCharacters }),
  );

export const idSchema = z.uuid({ error: issues.uuid });

/** A whole number from `min` to `max`, with a sentence for any other input. */
export function wholeNumber(min: number, max: number) {
  const error = `must be ${min} to ${max}`;
  return z.int({ error: issues.wholeNumber }).min(min, { error }).max(max, { error });
}

/**
 * Parses the input of a verb that people or operators call.
 * @throws DomainError invalid_input with every issue
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw invalidInput(...issuesOf(result.error));
}

/** The issues of a schema, each with its path, name and sentence. */
export function issuesOf({ issues: found }: Pick<z.ZodError, 'issues'>): Issue[] {
  return found.map(({ path, message }) => readIssue(path.join('.'), message));
}

/** An issue of a schema. Zod's own messages get the name `invalid`. */
export function readIssue(path: string, message: unknown): Issue {
  if (message instanceof Wrong) return { path, name: message.name, values: message.values, message: message.message };
  return plainIssue(path, String(message));
}

/** An issue with plain English text, for places without translations such as the command line. */
export function plainIssue(path: string, message: string): Issue {
  return { path, name: issues.invalid.wrong.name, values: {}, message };
}

/** An issue that only the database can find. */
export function issue(path: string, { wrong }: Named): Issue {
  return { path, name: wrong.name, values: wrong.values, message: wrong.message };
}

/** {@link issue} for `addIssue` of a schema. */
export function customIssue(path: string[], { wrong }: Named): { code: 'custom'; path: string[]; message: string } {
  return { code: 'custom', path, message: wrong as unknown as string };
}

/** Issues as callers get them. Issues of old recorded refusals have no names. */
export function publicIssues(found: readonly Issue[]): { path: string; name: string; message: string }[] {
  return found.map(({ path, name = issues.invalid.wrong.name, message }) => ({ path, name, message }));
}

/** The refusal of an input because of issues that only the database can find. */
export function invalidInput(...found: Issue[]): DomainError {
  const sentences = found.map(({ path, message }) => (path === '' ? message : `${path} ${message}`));
  return new DomainError('invalid_input', `${sentences.join('; ')}.`, { issues: found });
}
