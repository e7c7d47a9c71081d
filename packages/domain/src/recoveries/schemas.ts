import { z } from 'zod';
import { momentSchema, tenantFields, whichEndpoint } from '../endpoints/index.ts';
import { idSchema } from '../kernel/input.ts';

export const startRecoverySchema = z.strictObject({
  ...whichEndpoint,
  since: momentSchema,
  /** Now when left out. */
  until: momentSchema.optional(),
});
export type StartRecoveryInput = z.input<typeof startRecoverySchema>;

export const recoverySchema = z.strictObject({ recoveryId: idSchema, ...tenantFields });
export type RecoveryInput = z.input<typeof recoverySchema>;
