import { z } from 'zod';
import { nameSchema } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';
import { mutableMails } from '../mails/index.ts';
import { userIssues } from './refusals.ts';
import { passwordLengthMax, passwordLengthMin } from './user.ts';

const emailLengthMax = 254;

/**
 * An e-mail address in its stored form: trimmed, lower case. It is checked before that and may have only ASCII letters,
 * so that no other letter turns into one of them (full-width, Kelvin sign).
 */
export const emailSchema = z
  .string({ error: issues.email })
  .transform((text) => text.trim())
  .pipe(z.email({ error: issues.email }).max(emailLengthMax, { error: issues.overlong }))
  .transform((text) => text.toLowerCase());

export const passwordSchema = z
  .string({ error: issues.text })
  .min(passwordLengthMin, { error: userIssues.passwordShort({ min: passwordLengthMin }) })
  .max(passwordLengthMax, { error: issues.tooLong({ max: passwordLengthMax }) });

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
  /** Stored in the audit. */
  reason: z
    .string({ error: issues.text })
    .trim()
    .min(1, { error: issues.empty })
    .max(reasonLengthMax, { error: issues.tooLong({ max: reasonLengthMax }) })
    .optional(),
});
export type DisableUserInput = z.input<typeof disableUserSchema>;

const waysInMax = 50;

/** The ways to sign in that stay with a new password. Default: those older than a day. */
const keepSchema = z
  .array(z.string().max(400, { error: issues.overlong }), { error: issues.listOf({ what: 'ways in' }) })
  .max(waysInMax, { error: issues.tooManyEntries({ max: waysInMax, what: 'entries' }) })
  .optional();

export const resetPasswordSchema = z.strictObject({
  token: z.string({ error: issues.text }),
  password: passwordSchema,
  keep: keepSchema,
});
export type ResetPasswordInput = z.input<typeof resetPasswordSchema>;

/** The current password is not judged, because other rules may have applied when it was chosen. */
export const changePasswordSchema = z.strictObject({
  currentPassword: z.string({ error: issues.text }).max(passwordLengthMax, { error: issues.incorrect }),
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
  response: z.string({ error: issues.text }).max(passkeyJsonMax, { error: issues.overlong }),
});
export type AddPasskeyInput = z.input<typeof addPasskeySchema>;

export const chooseMailsSchema = z.strictObject({
  /** The kinds that the person does not want. */
  muted: z.array(z.enum(mutableMails, { error: issues.oneOf({ values: mutableMails.join(', ') }) })).max(20),
});
export type ChooseMailsInput = z.input<typeof chooseMailsSchema>;
