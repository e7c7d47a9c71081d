import { z } from 'zod';
import { environmentSchema } from '../endpoints/index.ts';
import { idSchema } from '../kernel/input.ts';

export const assignAstraySchema = z.strictObject({
  callbackId: idSchema,
  applicationId: idSchema,
  environment: environmentSchema,
});
export type AssignAstrayInput = z.input<typeof assignAstraySchema>;
