import { Environment } from '@tillgate/db';
import { z } from 'zod';
import { idSchema, nameSchema } from '../input.ts';

export const environmentSchema = z.enum(Environment, { error: 'must be sandbox or production' });

/** A leaked key ends at once, a replaced one after a week at the latest. */
export const graceSecondsMax = 7 * 24 * 3600;
const graceSecondsDefault = 24 * 3600;

export const createKeySchema = z.strictObject({
  applicationId: idSchema,
  environment: environmentSchema,
  name: nameSchema,
  /** Stops working then; without it the key lives until it is revoked. */
  expiresAt: z.date({ error: 'must be a date' }).optional(),
});
export type CreateKeyInput = z.input<typeof createKeySchema>;

export const revokeKeySchema = z.strictObject({
  keyId: idSchema,
  /** When given, a key of another application is as unknown as one that does not exist. */
  applicationId: idSchema.optional(),
  /** When given, so is a key of the other environment. */
  environment: environmentSchema.optional(),
});
export type RevokeKeyInput = z.input<typeof revokeKeySchema>;

export const rotateKeySchema = z.strictObject({
  ...revokeKeySchema.shape,
  /** How long the replaced key goes on working. */
  graceSeconds: z
    .int({ error: 'must be a whole number' })
    .min(0, { error: `must be 0 to ${graceSecondsMax}` })
    .max(graceSecondsMax, { error: `must be 0 to ${graceSecondsMax}` })
    .default(graceSecondsDefault),
});
export type RotateKeyInput = z.input<typeof rotateKeySchema>;
