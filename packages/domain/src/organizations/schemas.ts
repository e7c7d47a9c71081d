import { Role, SignInRequirement } from '@tillgate/db';
import { z } from 'zod';
import { idSchema, nameSchema } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';

export const roleSchema = z.enum(Role, { error: issues.oneOf({ values: Object.values(Role).join(', ') }) });

export const createOrganizationSchema = z.strictObject({
  name: nameSchema,
  /** Becomes its first owner. */
  ownerUserId: idSchema,
});
export type CreateOrganizationInput = z.input<typeof createOrganizationSchema>;

const reasonLengthMax = 500;

export const suspensionSchema = z.strictObject({
  organizationId: idSchema,
  /** Shown to the members, and kept in the audit. */
  reason: z
    .string({ error: issues.text })
    .trim()
    .min(1, { error: issues.reasonMissing })
    .max(reasonLengthMax, { error: issues.tooLong({ max: reasonLengthMax }) }),
});
export type SuspensionInput = z.input<typeof suspensionSchema>;

export const requireSignInSchema = z.strictObject({
  organizationId: idSchema,
  /** Null requires nothing. */
  requirement: z
    .enum(SignInRequirement, { error: issues.oneOf({ values: Object.values(SignInRequirement).join(', ') }) })
    .nullable(),
});
export type RequireSignInInput = z.input<typeof requireSignInSchema>;
