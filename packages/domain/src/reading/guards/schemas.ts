import { z } from 'zod';
import { ruleKinds, ruleModes } from '../../guards/index.ts';
import { issues } from '../../kernel/refusals.ts';
import { pageInput } from '../keyset.ts';

export const browseDecisionsSchema = z.strictObject({
  ...pageInput,
  kind: z.enum(ruleKinds, { error: issues.oneOf({ values: ruleKinds.join(', ') }) }).optional(),
  mode: z.enum(ruleModes, { error: issues.oneOf({ values: ruleModes.join(', ') }) }).optional(),
});
export type BrowseDecisionsInput = z.input<typeof browseDecisionsSchema>;
