import { z } from 'zod';
import { issues, type Named } from '../kernel/refusals.ts';

const pageSizeMax = 100;
const pageSizeDefault = '20';
const uuidPattern = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$';

/**
 * The query parameters of a list of the API: how many rows, and after which.
 * @param rows in words, such as `payments`
 * @param notAnId the sentence for a `before` that is no id
 */
export function restPage(rows: string, notAnId: Named) {
  return {
    limit: z
      .string({ error: issues.givenOnce })
      .regex(/^[0-9]{1,3}$/, { error: issues.wholeNumber, abort: true })
      .default(pageSizeDefault)
      .transform(Number)
      .refine((limit) => limit >= 1 && limit <= pageSizeMax, { error: issues.between({ min: 1, max: pageSizeMax }) })
      .meta({
        pattern: '^(?:0{0,2}[1-9]|0?[1-9][0-9]|100)$',
        description: `How many ${rows} to return, 1 to ${pageSizeMax}.`,
      }),
    before: z
      .uuid({ error: notAnId })
      .optional()
      .meta({
        pattern: uuidPattern,
        description: `Returns the ${rows} that are older than this one. Send the \`next\` of the previous page. Must be the id of one of your ${rows}.`,
      }),
  };
}
