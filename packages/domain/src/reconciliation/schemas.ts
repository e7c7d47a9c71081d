import { z } from 'zod';

const fileNameMax = 200;

export const shortcodeSchema = z.string().regex(/^[0-9]{5,8}$/, { error: 'must be a shortcode of 5 to 8 digits' });

/** A statement as a person brings it. */
export const statementFileSchema = z.strictObject({
  shortcode: shortcodeSchema,
  fileName: z
    .string({ error: 'must be a text' })
    .transform((text) => text.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .min(1, { error: 'must not be empty' })
        .max(fileNameMax, { error: `must have at most ${fileNameMax} characters` })
        .refine((text) => !/\p{C}/u.test(text), { error: 'must not contain control characters' }),
    ),
  /** The person says that the file is right although its name says another shortcode. */
  despiteName: z.boolean({ error: 'must be true or false' }).default(false),
  file: z.custom<Uint8Array>((value) => value instanceof Uint8Array, { error: 'must be the bytes of a file' }),
});
export type StatementFileInput = z.input<typeof statementFileSchema>;
