import { z } from 'zod';
import { issues } from '../kernel/refusals.ts';
import { reconciliationIssues } from './refusals.ts';

const fileNameMax = 200;

export const shortcodeSchema = z.string().regex(/^[0-9]{5,8}$/, { error: issues.shortcode });

/** An uploaded statement. */
export const statementFileSchema = z.strictObject({
  shortcode: shortcodeSchema,
  fileName: z
    .string({ error: issues.text })
    .transform((text) => text.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .min(1, { error: issues.empty })
        .max(fileNameMax, { error: issues.tooLong({ max: fileNameMax }) })
        .refine((text) => !/\p{C}/u.test(text), { error: issues.controlCharacters }),
    ),
  /** Confirms a file whose name has another shortcode. */
  despiteName: z.boolean({ error: issues.boolean }).default(false),
  file: z.custom<Uint8Array>((value) => value instanceof Uint8Array, { error: reconciliationIssues.fileBytes }),
});
export type StatementFileInput = z.input<typeof statementFileSchema>;
