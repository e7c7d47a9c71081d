import { randomInt } from 'node:crypto';
import { isTillgateError } from '@tillgate/sdk';
import { type Order, orders, tillgate } from '../../../lib/shop';

/** Places an order and asks the customer's phone for the money. */
export async function POST(request: Request): Promise<Response> {
  const { amount, phone } = await request.json();
  const id = `A${randomInt(1e9, 1e10)}`;
  const order: Order = { id, amount, status: 'pending' };
  orders.set(id, order);
  try {
    await tillgate().collect({ amount, phone, accountReference: id }, { idempotencyKey: id });
    return Response.json(order, { status: 201 });
  } catch (error) {
    if (!isTillgateError(error)) throw error;
    // Nobody knows whether the prompt was sent: the webhook will tell.
    if (error.code === 'idempotency_indeterminate') return Response.json(order, { status: 202 });
    orders.delete(id);
    return Response.json({ error: error.code, message: error.message }, { status: 422 });
  }
}
