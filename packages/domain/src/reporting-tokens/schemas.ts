import { z } from 'zod';
import { idSchema, nameSchema } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';

export const createReportingTokenSchema = z.strictObject({
  organizationId: idSchema,
  /** The one application that it reads. Without it, all applications of the organization. */
  reads: idSchema.optional(),
  name: nameSchema,
  /** Without it, 90 days from now; at most 366. */
  expiresAt: z.date({ error: issues.date }).optional(),
});
export type CreateReportingTokenInput = z.input<typeof createReportingTokenSchema>;

export const revokeReportingTokenSchema = z.strictObject({
  tokenId: idSchema,
  /** When given, a token of another organization is not found. */
  organizationId: idSchema.optional(),
});
export type RevokeReportingTokenInput = z.input<typeof revokeReportingTokenSchema>;
