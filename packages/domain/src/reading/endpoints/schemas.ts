import { z } from 'zod';
import { endpointSchema, environmentSchema } from '../../endpoints/index.ts';
import { idSchema } from '../../kernel/input.ts';
import { issues } from '../../kernel/refusals.ts';

export const listEndpointsSchema = z.strictObject({
  applicationId: idSchema,
  environment: environmentSchema.optional(),
});
export type ListEndpointsInput = z.input<typeof listEndpointsSchema>;

/** `day`: the last 24 hours by the hour. `week`: the last 7 days by six hours. */
export const reportAttemptsSchema = endpointSchema.extend({
  period: z.enum(['day', 'week'], { error: issues.either({ values: 'day or week' }) }),
});
export type ReportAttemptsInput = z.input<typeof reportAttemptsSchema>;
