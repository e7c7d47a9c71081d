import type { OrderModel } from '@tillgate/db';
import { z } from 'zod';
import type { Context } from '../kernel/context.ts';
import { orderKinds } from './kinds/index.ts';
import { failedOutcome, type OrderOutcome } from './outcome.ts';

const outcomeSchema = z.discriminatedUnion('ok', [
  z.looseObject({ ok: z.literal(true) }),
  z.looseObject({
    ok: z.literal(false),
    code: z.string(),
    detail: z.string(),
    refusal: z
      .object({ name: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) })
      .exactOptional(),
  }),
]) satisfies z.ZodType<OrderOutcome>;

/**
 * The stored outcome of an order; null while there is none. One that cannot be read does not hide the other orders of a
 * list. It is a failure, and where money or a prompt may have gone out it is indeterminate, so that nobody sends twice.
 */
export function readOutcome(
  { log }: Pick<Context, 'log'>,
  { id: orderId, kind, outcome }: Pick<OrderModel, 'id' | 'kind' | 'outcome'>,
): OrderOutcome | null {
  if (outcome === null) return null;
  const read = outcomeSchema.safeParse(outcome);
  if (read.success) return read.data;
  log.error({ orderId, kind }, 'The outcome of an order cannot be read.');
  const { keyed } = orderKinds[kind];
  const extras = keyed ? { indeterminate: true as const } : {};
  const message = 'The outcome of the order cannot be read.';
  return failedOutcome(keyed?.unclear, { code: 'internal', message, refusal: undefined, extras });
}
