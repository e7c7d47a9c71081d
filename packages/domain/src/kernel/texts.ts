import { z } from 'zod';
import { customIssue } from './input.ts';
import { issues, type Named } from './refusals.ts';

const metadataDepthMax = 16;

/** Postgres cannot store NUL, and UTF-8 cannot encode a lone surrogate. Both would change on the way. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\u0000');

/**
 * Characters that turn the direction of a text or hide in it: two texts that look alike would be different, and a name
 * could be read backwards. Joiners stay: emoji and scripts need them.
 */
const hiding = /[\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/u;
/** The same for patterns of the document, as characters: not every program that reads it knows the escapes. */
const hidden = '\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}';

/** Whether strangers can be shown a text: all of it is in sight, in its order. */
const isPlain = (text: string) => !hiding.test(text);

/**
 * At least one visible character, no control characters and none of `others`. Without lookahead, which not all validators
 * have.
 */
const labelPatternWithout = (others: string) => {
  const refused = `\\x00-\\x1f\\x7f-\\x9f${others}`;
  return `^[^${refused}\\S]*[^${refused}\\s][^${refused}]*$`;
};

/** A label of `max` characters (not UTF-16 units) that a person can read. */
export function labelSchema(max: number) {
  return z
    .string()
    .refine((text) => [...text].length >= 1 && [...text].length <= max, {
      error: issues.lengthBetween({ min: 1, max }),
    })
    .refine((text) => !/\p{Cc}/u.test(text) && text.isWellFormed(), { error: issues.controlOrBrokenCharacters })
    .refine((text) => text.trim() !== '' || text === '', { error: issues.blank })
    .meta({ minLength: 1, maxLength: max, pattern: labelPatternWithout('') });
}

/** A {@link labelSchema} that strangers are shown. */
export function plainLabelSchema(max: number) {
  return labelSchema(max)
    .refine(isPlain, { error: issues.controlOrBrokenCharacters })
    .meta({ pattern: labelPatternWithout(hidden) });
}

/** Text of several lines that strangers are shown: no control characters but tabs and line breaks. */
export function plainTextSchema(max: number) {
  return z
    .string()
    .refine((text) => [...text].length <= max, { error: issues.textTooLong({ max }) })
    .refine((text) => text.isWellFormed() && !/[^\P{Cc}\t\r\n]/u.test(text), {
      error: issues.brokenOrControlBeyondLines,
    })
    .refine(isPlain, { error: issues.brokenOrControlBeyondLines })
    .meta({ maxLength: max, pattern: `^[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f${hidden}]*$` });
}

/**
 * Why `value` cannot be kept as metadata, or undefined. Iterative, so that depth cannot exhaust the
 * stack.
 */
function metadataProblem(value: unknown): Named | undefined {
  const open: { value: unknown; depth: number }[] = [{ value, depth: 1 }];
  for (let next = open.pop(); next; next = open.pop()) {
    if (typeof next.value === 'string' && !isStorable(next.value)) return issues.nulOrBrokenCharacters;
    if (next.value === null || typeof next.value !== 'object') continue;
    if (next.depth > metadataDepthMax) return issues.nestedTooDeep({ max: metadataDepthMax });
    for (const [key, member] of Object.entries(next.value)) {
      if (!isStorable(key)) return issues.nulOrBrokenCharacters;
      open.push({ value: member, depth: next.depth + 1 });
    }
  }
  return undefined;
}

/** Opaque JSON of a merchant. */
export const metadataSchema = z.record(z.string(), z.unknown()).superRefine((metadata, context) => {
  const why = metadataProblem(metadata);
  if (why) context.addIssue(customIssue([], why));
});
