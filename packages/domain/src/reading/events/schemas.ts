import { DeliveryStatus } from '@tillgate/db';
import { z } from 'zod';
import { eventTypeSchema } from '../../endpoints/index.ts';
import { idSchema } from '../../kernel/input.ts';
import { issues } from '../../kernel/refusals.ts';
import { pageInput } from '../keyset.ts';

const deliveryFilters = [...Object.values(DeliveryStatus), 'none'] as const;

export const browseEventsSchema = z.strictObject({
  ...pageInput,
  type: eventTypeSchema.optional(),
  subjectId: idSchema.optional(),
  test: z.boolean({ error: issues.boolean }).optional(),
  /** At least one delivery has this status; `none` for events that no endpoint wanted. */
  delivery: z.enum(deliveryFilters, { error: issues.oneOf({ values: deliveryFilters.join(', ') }) }).optional(),
});
export type BrowseEventsInput = z.input<typeof browseEventsSchema>;

export const eventSchema = z.strictObject({ eventId: idSchema });
export type EventInput = z.input<typeof eventSchema>;
