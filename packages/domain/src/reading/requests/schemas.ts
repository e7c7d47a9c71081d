import { z } from 'zod';
import { idSchema } from '../../kernel/input.ts';
import { issues } from '../../kernel/refusals.ts';
import { pageInput } from '../keyset.ts';
import { readingIssues } from '../refusals.ts';

const textLengthMax = 255;
const text = z
  .string({ error: issues.text })
  .max(textLengthMax, { error: issues.tooLong({ max: textLengthMax }) })
  .regex(/^\P{Cc}*$/u, { error: issues.controlCharacters });

const statusClasses = ['2xx', '4xx', '5xx'] as const;

export const browseRequestsSchema = z.strictObject({
  ...pageInput,
  statusClass: z.enum(statusClasses, { error: issues.oneOf({ values: statusClasses.join(', ') }) }).optional(),
  statusCode: z.int({ error: issues.wholeNumber }).min(100).max(599).optional(),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], { error: readingIssues.method }).optional(),
  /** Beginning of the path. */
  path: text.optional(),
  keyId: idSchema.optional(),
  errorCode: text.optional(),
  idempotencyKey: text.optional(),
  resourceId: idSchema.optional(),
});
export type BrowseRequestsInput = z.input<typeof browseRequestsSchema>;

export const requestSchema = z.strictObject({ requestId: text });
export type RequestInput = z.input<typeof requestSchema>;
