import { Environment } from '@tillgate/db';
import { z } from 'zod';
import { issues } from '../../kernel/refusals.ts';
import { pageInput } from '../keyset.ts';
import { readingIssues } from '../refusals.ts';

const actorKinds = ['person', 'key', 'operator', 'provider', 'visitor', 'system'] as const;
export const actorKindSchema = z.enum(actorKinds, { error: issues.oneOf({ values: actorKinds.join(', ') }) });
const textLengthMax = 100;

export const browseAuditSchema = z.strictObject({
  ...pageInput,
  /** Everything by one actor, as the audit names it. */
  actor: z
    .string({ error: issues.text })
    .regex(/^(operator|provider|visitor|system|(user|key):[0-9a-f-]{36})$/, { error: readingIssues.actor })
    .optional(),
  actorKind: actorKindSchema.optional(),
  /** `key.created`, or all of a noun: `key`. */
  action: z
    .string({ error: issues.text })
    .max(textLengthMax, { error: readingIssues.action })
    .regex(/^[a-z0-9_]+(\.[a-z0-9_]+)?$/, { error: readingIssues.action })
    .optional(),
  /** Id of the affected row. */
  subjectId: z
    .string({ error: issues.text })
    .max(textLengthMax, { error: issues.tooLong({ max: textLengthMax }) })
    .regex(/^[\x21-\x7e]+$/, { error: issues.id })
    .optional(),
  /** Leaves out entries of the other environment. */
  environment: z.enum(Environment, { error: issues.either({ values: 'sandbox or production' }) }).optional(),
});
export type BrowseAuditInput = z.input<typeof browseAuditSchema>;
