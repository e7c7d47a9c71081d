import { Environment } from '@tillgate/db';
import { z } from 'zod';
import { idSchema, nameSchema } from '../input.ts';

export const environmentSchema = z.enum(Environment, { error: 'must be sandbox or production' });

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
});
export type RevokeKeyInput = z.input<typeof revokeKeySchema>;
