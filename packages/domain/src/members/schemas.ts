import { z } from 'zod';
import { idSchema, nameSchema } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';
import { roleSchema } from '../organizations/index.ts';
import { emailSchema, passwordSchema } from '../users/index.ts';

export const addMemberSchema = z.strictObject({ organizationId: idSchema, userId: idSchema, role: roleSchema });
export type AddMemberInput = z.input<typeof addMemberSchema>;

export const memberSchema = z.strictObject({ organizationId: idSchema, userId: idSchema });
export type MemberInput = z.input<typeof memberSchema>;

/** What to do with the member's API keys. Required. */
const keysSchema = z.enum(['revoke', 'keep'], { error: issues.either({ values: 'revoke or keep' }) }).optional();

export const removeMemberSchema = z.strictObject({ ...memberSchema.shape, keys: keysSchema });
export type RemoveMemberInput = z.input<typeof removeMemberSchema>;

export const changeRoleSchema = z.strictObject({ ...addMemberSchema.shape, keys: keysSchema });
export type ChangeRoleInput = z.input<typeof changeRoleSchema>;

/** `to`: the role that they would have. Without it, none. */
export const keysOfMemberSchema = z.strictObject({ ...memberSchema.shape, to: roleSchema.optional() });
export type KeysOfMemberInput = z.input<typeof keysOfMemberSchema>;

export const inviteMemberSchema = z.strictObject({ organizationId: idSchema, email: emailSchema, role: roleSchema });
export type InviteMemberInput = z.input<typeof inviteMemberSchema>;

export const invitationSchema = z.strictObject({ organizationId: idSchema, invitationId: idSchema });
export type InvitationInput = z.input<typeof invitationSchema>;

export const signUpSchema = z.strictObject({
  token: z.string({ error: issues.text }),
  name: nameSchema,
  password: passwordSchema,
});
export type SignUpInput = z.input<typeof signUpSchema>;
