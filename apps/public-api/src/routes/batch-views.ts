import { batchRowSchema, batchViewSchema } from '@tillgate/domain/reading/batches';
import { z } from 'zod';

export const batchSchema = batchViewSchema.meta({ id: 'PayoutBatch' });

export const batchPageSchema = z
  .strictObject({
    batches: z.array(batchSchema),
    next: z
      .uuid()
      .nullable()
      .meta({ description: 'Send this as `before` to read the next page. Null on the last page.' }),
  })
  .meta({ id: 'PayoutBatchPage' });

export const batchRowPageSchema = z
  .strictObject({
    rows: z.array(batchRowSchema.meta({ id: 'PayoutBatchRow' })),
    next: z
      .uuid()
      .nullable()
      .meta({ description: 'Send this as `before` to read the rows that follow. Null on the last page.' }),
  })
  .meta({ id: 'PayoutBatchRowPage' });

export const batchAcceptedSchema = z
  .strictObject({
    batchId: z.uuid().meta({ description: 'Identifier of the batch.' }),
    status: z.literal('checking').meta({ description: 'Its rows are being checked.' }),
  })
  .meta({ id: 'PayoutBatchAccepted' });
