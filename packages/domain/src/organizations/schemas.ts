import { Role } from '@tillgate/db';
import { z } from 'zod';
import { idSchema, nameSchema } from '../input.ts';
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

export const inviteMemberSchema = z.strictObject({ organizationId: idSchema, email: emailSchema, role: roleSchema });
export type InviteMemberInput = z.input<typeof inviteMemberSchema>;

export const invitationSchema = z.strictObject({ organizationId: idSchema, invitationId: idSchema });
export type InvitationInput = z.input<typeof invitationSchema>;

export const signUpSchema = z.strictObject({
  token: z.string({ error: 'must be a text' }),
  name: nameSchema,
  password: passwordSchema,
});
export type SignUpInput = z.input<typeof signUpSchema>;
