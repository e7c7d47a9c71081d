import { Role, SignInRequirement } from '@tillgate/db';
import { z } from 'zod';
import { idSchema, nameSchema } from '../kernel/input.ts';
import { emailSchema, passwordSchema } from '../users/index.ts';

export const roleSchema = z.enum(Role, { error: `must be one of ${Object.values(Role).join(', ')}` });

export const createOrganizationSchema = z.strictObject({
  name: nameSchema,
  /** Becomes its first owner. */
  ownerUserId: idSchema,
});
export type CreateOrganizationInput = z.input<typeof createOrganizationSchema>;

export const addMemberSchema = z.strictObject({ organizationId: idSchema, userId: idSchema, role: roleSchema });
export type AddMemberInput = z.input<typeof addMemberSchema>;

export const memberSchema = z.strictObject({ organizationId: idSchema, userId: idSchema });
export type MemberInput = z.input<typeof memberSchema>;

/** What becomes of the API keys that a member made. There is no default: who decides says it. */
const keysSchema = z.enum(['revoke', 'keep'], { error: 'must be revoke or keep' }).optional();

export const removeMemberSchema = z.strictObject({ ...memberSchema.shape, keys: keysSchema });
export type RemoveMemberInput = z.input<typeof removeMemberSchema>;

export const changeRoleSchema = z.strictObject({ ...addMemberSchema.shape, keys: keysSchema });
export type ChangeRoleInput = z.input<typeof changeRoleSchema>;

/** `to`: the role that they would have. Without it, none. */
export const keysOfMemberSchema = z.strictObject({ ...memberSchema.shape, to: roleSchema.optional() });
export type KeysOfMemberInput = z.input<typeof keysOfMemberSchema>;

const reasonLengthMax = 500;

export const suspensionSchema = z.strictObject({
  organizationId: idSchema,
  /** Shown to the members, and kept in the audit. */
  reason: z
    .string({ error: 'must be a text' })
    .trim()
    .min(1, { error: 'must say why' })
    .max(reasonLengthMax, { error: `must have at most ${reasonLengthMax} characters` }),
});
export type SuspensionInput = z.input<typeof suspensionSchema>;

export const inviteMemberSchema = z.strictObject({ organizationId: idSchema, email: emailSchema, role: roleSchema });
export type InviteMemberInput = z.input<typeof inviteMemberSchema>;

export const invitationSchema = z.strictObject({ organizationId: idSchema, invitationId: idSchema });
export type InvitationInput = z.input<typeof invitationSchema>;

export const requireSignInSchema = z.strictObject({
  organizationId: idSchema,
  /** Null requires nothing. */
  requirement: z
    .enum(SignInRequirement, { error: `must be one of ${Object.values(SignInRequirement).join(', ')}` })
    .nullable(),
});
export type RequireSignInInput = z.input<typeof requireSignInSchema>;

export const signUpSchema = z.strictObject({
  token: z.string({ error: 'must be a text' }),
  name: nameSchema,
  password: passwordSchema,
});
export type SignUpInput = z.input<typeof signUpSchema>;
