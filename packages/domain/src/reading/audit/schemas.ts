import { Environment } from '@tillgate/db';
import { z } from 'zod';
import { pageInput } from '../keyset.ts';

const actorKinds = ['person', 'key', 'operator', 'provider', 'visitor', 'system'] as const;
export const actorKindSchema = z.enum(actorKinds, { error: `must be one of ${actorKinds.join(', ')}` });
const textLengthMax = 100;

export const browseAuditSchema = z.strictObject({
  ...pageInput,
  /** Everything by one actor, as the audit names it. */
  actor: z
    .string({ error: 'must be a text' })
    .regex(/^(operator|provider|visitor|system|(user|key):[0-9a-f-]{36})$/, { error: 'is not an actor' })
    .optional(),
  actorKind: actorKindSchema.optional(),
  /** `key.created`, or all of a noun: `key`. */
  action: z
    .string({ error: 'must be a text' })
    .max(textLengthMax, { error: 'is not an action' })
    .regex(/^[a-z0-9_]+(\.[a-z0-9_]+)?$/, { error: 'is not an action' })
    .optional(),
  /** Id of the row that it happened to. */
  subjectId: z
    .string({ error: 'must be a text' })
    .max(textLengthMax, { error: `must have at most ${textLengthMax} characters` })
    .regex(/^[\x21-\x7e]+$/, { error: 'must be an id' })
    .optional(),
  /** Leaves out what is known to be of the other environment. */
  environment: z.enum(Environment, { error: 'must be sandbox or production' }).optional(),
});
export type BrowseAuditInput = z.input<typeof browseAuditSchema>;
