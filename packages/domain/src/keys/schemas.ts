import { Environment } from '@tillgate/db';
import { z } from 'zod';
import { scopes } from '../kernel/authority.ts';
import { idSchema, nameSchema, wholeNumber } from '../kernel/input.ts';
import { ipListSchema } from '../kernel/ip-list.ts';
import { issues } from '../kernel/refusals.ts';
import { keyIssues } from './refusals.ts';

export const environmentSchema = z.enum(Environment, { error: issues.either({ values: 'sandbox or production' }) });

/** A replaced key stops working after a week at the latest. */
export const graceSecondsMax = 7 * 24 * 3600;
const graceSecondsDefault = 24 * 3600;

const scopeSchema = z.enum(scopes, { error: issues.oneOf({ values: scopes.join(', ') }) });

export const createKeySchema = z.strictObject({
  applicationId: idSchema,
  environment: environmentSchema,
  name: nameSchema,
  /** Without it, see `defaultScopes`. */
  scopes: z
    .array(scopeSchema, { error: issues.listOf({ what: 'scopes' }) })
    .min(1, { error: keyIssues.scopeMissing })
    .transform((given) => scopes.filter((scope) => given.includes(scope)))
    .optional(),
  /** The addresses that may use the key. Default or empty: all. */
  allowedIps: ipListSchema.default([]),
  /** When the key stops working. Without it, the key works until it is revoked. */
  expiresAt: z.date({ error: issues.date }).optional(),
});
export type CreateKeyInput = z.input<typeof createKeySchema>;

export const revokeKeySchema = z.strictObject({
  keyId: idSchema,
  /** When given, a key of another application is not found. */
  applicationId: idSchema.optional(),
  /** When given, a key of the other environment is not found. */
  environment: environmentSchema.optional(),
});
export type RevokeKeyInput = z.input<typeof revokeKeySchema>;

export const rotateKeySchema = z.strictObject({
  ...revokeKeySchema.shape,
  /** How long the replaced key keeps working. */
  graceSeconds: wholeNumber(0, graceSecondsMax).default(graceSecondsDefault),
});
export type RotateKeyInput = z.input<typeof rotateKeySchema>;
