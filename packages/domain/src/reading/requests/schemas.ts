import { z } from 'zod';
import { idSchema } from '../../kernel/input.ts';
import { pageInput } from '../keyset.ts';

const textLengthMax = 255;
const text = z
  .string({ error: 'must be a text' })
  .max(textLengthMax, { error: `must have at most ${textLengthMax} characters` })
  .regex(/^\P{Cc}*$/u, { error: 'must not contain control characters' });

const statusClasses = ['2xx', '4xx', '5xx'] as const;

export const browseRequestsSchema = z.strictObject({
  ...pageInput,
  statusClass: z.enum(statusClasses, { error: `must be one of ${statusClasses.join(', ')}` }).optional(),
  statusCode: z.int({ error: 'must be a whole number' }).min(100).max(599).optional(),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], { error: 'is not a method' }).optional(),
  /** The path begins so. */
  path: text.optional(),
  keyId: idSchema.optional(),
  errorCode: text.optional(),
  idempotencyKey: text.optional(),
  resourceId: idSchema.optional(),
});
export type BrowseRequestsInput = z.input<typeof browseRequestsSchema>;

export const requestSchema = z.strictObject({ requestId: text });
export type RequestInput = z.input<typeof requestSchema>;
