import { z } from 'zod';
import { idSchema } from '../kernel/input.ts';
import { chosenKinds } from './retention.ts';

export const setRetentionSchema = z.strictObject({
  organizationId: idSchema,
  kind: z.enum(chosenKinds, { error: `must be one of ${chosenKinds.join(', ')}` }),
  /** Null: the default. */
  days: z.int({ error: 'must be a whole number of days' }).nullable(),
});
export type SetRetentionInput = z.input<typeof setRetentionSchema>;
