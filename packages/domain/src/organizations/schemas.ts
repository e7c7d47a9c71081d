import { Role } from '@tillgate/db';
import { z } from 'zod';
import { idSchema, nameSchema } from '../input.ts';

export const roleSchema = z.enum(Role, { error: `must be one of ${Object.values(Role).join(', ')}` });

export const createOrganizationSchema = z.strictObject({
  name: nameSchema,
  /** Becomes its first owner. */
  ownerUserId: idSchema,
});
export type CreateOrganizationInput = z.input<typeof createOrganizationSchema>;

export const addMemberSchema = z.strictObject({ organizationId: idSchema, userId: idSchema, role: roleSchema });
export type AddMemberInput = z.input<typeof addMemberSchema>;
