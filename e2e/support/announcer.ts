import { type Publish, signalWaiting } from '@tillgate/domain';
import { announce, renderEvent } from '@tillgate/domain/outbox';
import { createClient, createPublisher, embeddedFetch } from '@tillgate/inngest';
import { v7 as uuidv7 } from 'uuid';
import type { Stack } from './stack.ts';

/**
 * Makes events as a settlement does, without a payment, and tells the workers of their deliveries.
 */
export function announcer(stack: Stack): {
  publish: Publish;
  /** Returns when the event was committed, in epoch milliseconds. */
  announce(applicationId: string, subjectId?: string): Promise<number>;
  close(): Promise<void>;
} {
  const { ctx, test } = stack;
  const client = createClient({ kind: 'embedded', fetch: embeddedFetch({ pool: test.database.pool }) }, ctx.log);
  const publisher = createPublisher(client, { pool: test.database.pool, log: ctx.log });
  return {
    publish: publisher.publish,
    async announce(applicationId, subjectId = uuidv7()) {
      const at = new Date();
      await announce(test.database.pool, {
        type: 'payment.success',
        subjectId,
        applicationId,
        environment: 'sandbox',
        body: renderEvent('payment.success', at, { paymentId: subjectId, amount: 1 }),
        at,
      });
      const committedAt = Date.now();
      await signalWaiting({ ...ctx, publish: publisher.publish }, 'deliveries.waiting');
      return committedAt;
    },
    close: () => publisher.close(),
  };
}
