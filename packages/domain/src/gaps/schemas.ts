import { z } from 'zod';
import { momentSchema } from '../endpoints/index.ts';
import { issues } from '../kernel/refusals.ts';

const reasonLengthMax = 500;
/** APIs of one installation. */
const apisMax = 100;

const textSchema = z
  .string({ error: issues.text })
  .trim()
  .min(1, { error: issues.reasonMissing })
  .max(reasonLengthMax, { error: issues.tooLong({ max: reasonLengthMax }) });

/** How many APIs have to read their keys back. 0: their disks are lost, or nothing used the API after the moment. */
const apisSchema = z
  .int({ error: issues.wholeNumber })
  .min(0, { error: issues.between({ min: 0, max: apisMax }) })
  .max(apisMax, { error: issues.between({ min: 0, max: apisMax }) });

export const openGapSchema = z.strictObject({
  /** The moment that the database was restored to. */
  since: momentSchema,
  /** Shown to members, and kept in the audit. */
  reason: textSchema,
  apis: apisSchema,
});
export type OpenGapInput = z.input<typeof openGapSchema>;

export const changeGapSchema = z.strictObject({
  apis: apisSchema,
  /** Why, for the audit. */
  note: textSchema,
});
export type ChangeGapInput = z.input<typeof changeGapSchema>;

export const closeGapSchema = z.strictObject({
  /** What was found, for the audit. */
  note: textSchema,
});
export type CloseGapInput = z.input<typeof closeGapSchema>;
