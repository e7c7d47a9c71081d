import { z } from 'zod';
import { categories } from '../../catalogue/index.ts';
import { resultCodeSchema } from './result-code.ts';

/** The decoded-error object (spec 2.4). */
export const decodedSchema = z
  .strictObject({
    code: resultCodeSchema,
    title: z.string().meta({ description: 'What happened, in a few words.' }),
    cause: z.string().meta({ description: 'Why it happened, for your developers.' }),
    fix: z.string().meta({ description: 'What to do about it, for your developers.' }),
    category: z.enum(categories).meta({ description: 'Who or what it is about.' }),
    retryable: z
      .boolean()
      .meta({ description: 'Whether you may charge the same order again at once, with a new idempotency key.' }),
    customerMessage: z.string().meta({ description: 'A sentence that you can show to your customer.' }),
  })
  .meta({ id: 'Decoded' });
