import { z } from 'zod';

/** A moment as pages send it. */
export const momentField = z.iso
  .datetime({ error: 'must be a time', offset: true })
  .transform((text) => new Date(text));

/** What pages of lists send beside their filters; the verbs judge it. */
export const pageFields = {
  limit: z.number().optional(),
  before: z.string().optional(),
  after: z.string().optional(),
  since: momentField.optional(),
  until: momentField.optional(),
};
