import { z } from 'zod';
import { idSchema } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';
import { chosenKinds } from './retention.ts';

export const setRetentionSchema = z.strictObject({
  organizationId: idSchema,
  kind: z.enum(chosenKinds, { error: issues.oneOf({ values: chosenKinds.join(', ') }) }),
  /** Null: the default. */
  days: z.int({ error: issues.wholeDays }).nullable(),
});
export type SetRetentionInput = z.input<typeof setRetentionSchema>;
