import { z } from 'zod';
import { nameSchema } from '../kernel/input.ts';
import { mutableMails } from '../mails/index.ts';
import { passwordLengthMax, passwordLengthMin } from './user.ts';

const emailLengthMax = 254;

/**
 * An e-mail address, brought to its stored form: trimmed, lower case. It is judged before that, and
 * has ASCII letters only, so that no other letter becomes one of them (full-width, Kelvin sign).
 */
export const emailSchema = z
  .string({ error: 'must be an e-mail address' })
  .transform((text) => text.trim())
  .pipe(z.email({ error: 'must be an e-mail address' }).max(emailLengthMax, { error: 'is too long' }))
  .transform((text) => text.toLowerCase());

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

export const userByEmailSchema = z.strictObject({ email: emailSchema });
export type UserByEmailInput = z.input<typeof userByEmailSchema>;

const reasonLengthMax = 500;

export const disableUserSchema = z.strictObject({
  email: emailSchema,
  /** Kept in the audit. */
  reason: z
    .string({ error: 'must be a text' })
    .trim()
    .min(1, { error: 'must not be empty' })
    .max(reasonLengthMax, { error: `must have at most ${reasonLengthMax} characters` })
    .optional(),
});
export type DisableUserInput = z.input<typeof disableUserSchema>;

const waysInMax = 50;

/** The ways in that stay with a new password. Without it, those that are older than a day. */
const keepSchema = z
  .array(z.string().max(400, { error: 'is too long' }), { error: 'must be a list of ways in' })
  .max(waysInMax, { error: `must have at most ${waysInMax} entries` })
  .optional();

export const resetPasswordSchema = z.strictObject({
  token: z.string({ error: 'must be a text' }),
  password: passwordSchema,
  keep: keepSchema,
});
export type ResetPasswordInput = z.input<typeof resetPasswordSchema>;

/** The current one only has to be right: the rules may have been others when it was chosen. */
export const changePasswordSchema = z.strictObject({
  currentPassword: z.string({ error: 'must be a text' }).max(passwordLengthMax, { error: 'is incorrect' }),
  newPassword: passwordSchema,
  keep: keepSchema,
});
export type ChangePasswordInput = z.input<typeof changePasswordSchema>;

export const renameUserSchema = z.strictObject({ name: nameSchema });
export type RenameUserInput = z.input<typeof renameUserSchema>;

const passkeyJsonMax = 40_000;

export const addPasskeySchema = z.strictObject({
  name: nameSchema,
  /** What the browser returned, as JSON. */
  response: z.string({ error: 'must be a text' }).max(passkeyJsonMax, { error: 'is too long' }),
});
export type AddPasskeyInput = z.input<typeof addPasskeySchema>;

export const chooseMailsSchema = z.strictObject({
  /** The kinds that the person does not want. */
  muted: z.array(z.enum(mutableMails, { error: `must be one of ${mutableMails.join(', ')}` })).max(20),
});
export type ChooseMailsInput = z.input<typeof chooseMailsSchema>;
