import { z } from 'zod';
import { issues } from '../kernel/refusals.ts';

/** Printable ASCII: the only text that arrives the same in a header and in a body. */
export const idempotencyKeySchema = z
  .string()
  .regex(/^[\x20-\x7e]{1,255}$/, { error: issues.asciiLength({ min: 1, max: 255 }) })
  .meta({ description: 'Names one operation. Use a new key for each new payment, also to retry after a failure.' });
