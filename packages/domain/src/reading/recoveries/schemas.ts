import { z } from 'zod';
import { whichEndpoint } from '../../endpoints/index.ts';
import { idSchema, wholeNumber } from '../../kernel/input.ts';

const pageSizeMax = 100;
const pageSizeDefault = 20;

export const listRecoveriesSchema = z.strictObject({
  ...whichEndpoint,
  limit: wholeNumber(1, pageSizeMax).default(pageSizeDefault),
  /** Continues after this recovery: the `next` of the page before. */
  before: idSchema.optional(),
});
export type ListRecoveriesInput = z.input<typeof listRecoveriesSchema>;
