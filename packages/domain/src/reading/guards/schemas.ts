import { z } from 'zod';
import { listNameSchema, ruleKinds, ruleModes } from '../../guards/index.ts';
import { phoneSchema } from '../../kernel/phone.ts';
import { issues } from '../../kernel/refusals.ts';
import { pageInput } from '../keyset.ts';

/** Rules and lists say these. */
const saidKinds = ['list', ...ruleKinds] as const;
const saidModes = ['allow', ...ruleModes] as const;

export const browseDecisionsSchema = z.strictObject({
  ...pageInput,
  kind: z.enum(saidKinds, { error: issues.oneOf({ values: saidKinds.join(', ') }) }).optional(),
  mode: z.enum(saidModes, { error: issues.oneOf({ values: saidModes.join(', ') }) }).optional(),
});
export type BrowseDecisionsInput = z.input<typeof browseDecisionsSchema>;

export const browseEntriesSchema = z.strictObject({
  ...pageInput,
  list: listNameSchema.optional(),
  /** Its entries alone. */
  phone: phoneSchema.optional(),
});
export type BrowseEntriesInput = z.input<typeof browseEntriesSchema>;
