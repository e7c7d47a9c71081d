import { z } from 'zod';

/** Printable ASCII: the only text that arrives the same in a header and in a body. */
export const idempotencyKeySchema = z
  .string()
  .regex(/^[\x20-\x7e]{1,255}$/, 'must be 1 to 255 printable ASCII characters')
  .meta({ description: 'Names one operation. Use a new key for each new payment, also to retry after a failure.' });
