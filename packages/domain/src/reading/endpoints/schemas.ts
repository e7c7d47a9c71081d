import { z } from 'zod';
import { environmentSchema } from '../../endpoints/index.ts';
import { idSchema } from '../../input.ts';

export const listEndpointsSchema = z.strictObject({
  applicationId: idSchema,
  environment: environmentSchema.optional(),
});
export type ListEndpointsInput = z.input<typeof listEndpointsSchema>;
