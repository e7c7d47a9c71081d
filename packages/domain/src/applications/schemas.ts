import { Environment, Product } from '@tillgate/db';
import { z } from 'zod';
import { idSchema, nameSchema } from '../kernel/input.ts';
import { emailSchema } from '../users/index.ts';

const secretLengthMax = 500;

export const createApplicationSchema = z
  .strictObject({
    name: nameSchema,
    /** A user; the application goes to the oldest organization they own, or to a new one. */
    ownerEmail: emailSchema.optional(),
    organizationId: idSchema.optional(),
  })
  .refine((input) => (input.ownerEmail === undefined) !== (input.organizationId === undefined), {
    error: 'or organizationId is needed, and not both',
    path: ['ownerEmail'],
  });
export type CreateApplicationInput = z.input<typeof createApplicationSchema>;

export const renameApplicationSchema = z.strictObject({
  organizationId: idSchema,
  applicationId: idSchema,
  name: nameSchema,
});
export type RenameApplicationInput = z.input<typeof renameApplicationSchema>;

const numberSchema = z.string({ error: 'must be a text' }).regex(/^[0-9]{5,7}$/, { error: 'must have 5 to 7 digits' });

/** Messages never repeat the value. */
const secretSchema = z
  .string({ error: 'must be a text' })
  .min(1, { error: 'must not be empty' })
  .max(secretLengthMax, { error: `must have at most ${secretLengthMax} characters` })
  .regex(/^[\x21-\x7e]*$/, { error: 'must be plain characters without spaces or line breaks' });

export const setProviderCredentialsSchema = z.strictObject({
  applicationId: idSchema,
  environment: z.enum(Environment, { error: 'must be sandbox or production' }),
  product: z.enum(Product, { error: 'must be paybill or till' }).optional(),
  /** Paybill number, or store (head office) number of a till. */
  shortcode: numberSchema.optional(),
  tillNumber: numberSchema.optional(),
  // The colon separates key and secret on the way to the provider.
  consumerKey: secretSchema.regex(/^[^:]*$/, { error: 'must not contain a colon' }).optional(),
  consumerSecret: secretSchema.optional(),
  passkey: secretSchema.optional(),
  initiatorName: nameSchema.optional(),
  initiatorPassword: secretSchema.optional(),
});
export type SetProviderCredentialsInput = z.input<typeof setProviderCredentialsSchema>;

export const releaseShortcodeSchema = z.strictObject({
  environment: z.enum(Environment, { error: 'must be sandbox or production' }),
  shortcode: numberSchema,
});
export type ReleaseShortcodeInput = z.input<typeof releaseShortcodeSchema>;

export const keepBodiesSchema = z.strictObject({ isOn: z.boolean({ error: 'must be true or false' }) });
export type KeepBodiesInput = z.input<typeof keepBodiesSchema>;
