import { z } from 'zod';
import { nameSchema } from '../input.ts';
import { passwordLengthMax, passwordLengthMin } from './user.ts';

const emailLengthMax = 254;

/** Answers the address in its stored form: trimmed, lower case. */
export const emailSchema = z
  .string({ error: 'must be an e-mail address' })
  .transform((text) => text.normalize('NFKC').trim().toLowerCase())
  .pipe(z.email({ error: 'must be an e-mail address' }).max(emailLengthMax, { error: 'is too long' }));

export const passwordSchema = z
  .string({ error: 'must be a text' })
  .min(passwordLengthMin, { error: `must have at least ${passwordLengthMin} characters` })
  .max(passwordLengthMax, { error: `must have at most ${passwordLengthMax} characters` });

export const createUserSchema = z.strictObject({
  email: emailSchema,
  password: passwordSchema,
  name: nameSchema.optional(),
});
export type CreateUserInput = z.input<typeof createUserSchema>;
