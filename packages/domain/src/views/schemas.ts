import { z } from 'zod';
import { idSchema, nameSchema } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';
import { viewIssues } from './refusals.ts';

const queryLengthMax = 2_000;
/** The reader's place in the list is not part of a view. */
const placeKeys = ['before', 'after'];

/** Pages that keep their filters in the address. */
const viewPages = ['payments', 'payouts', 'inquiries', 'deliveries', 'requests', 'events', 'audit', 'reports'] as const;

const pageSchema = z.enum(viewPages, { error: issues.oneOf({ values: viewPages.join(', ') }) });

/** A query string without `?`, in one form: the same filters always give the same text. */
const querySchema = z
  .string({ error: issues.text })
  .max(queryLengthMax, { error: issues.tooLong({ max: queryLengthMax }) })
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), { error: issues.brokenCharacters })
  .transform((text) => {
    const parameters = new URLSearchParams(text);
    for (const key of placeKeys) parameters.delete(key);
    parameters.sort();
    return parameters.toString();
  })
  .refine((text) => text.length <= queryLengthMax && !text.includes('%00'), { error: viewIssues.queryString });

export const listViewsSchema = z.object({ page: pageSchema });
export type ListViewsInput = z.input<typeof listViewsSchema>;

export const saveViewSchema = z.object({
  page: pageSchema,
  name: nameSchema,
  query: querySchema,
  isShared: z.boolean({ error: issues.boolean }).default(false),
});
export type SaveViewInput = z.input<typeof saveViewSchema>;

export const renameViewSchema = z.object({ viewId: idSchema, name: nameSchema });
export type RenameViewInput = z.input<typeof renameViewSchema>;

export const deleteViewSchema = z.object({ viewId: idSchema });
export type DeleteViewInput = z.input<typeof deleteViewSchema>;
