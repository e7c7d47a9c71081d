// A shop with Express: it collects a payment for an order, and marks the order as paid when the webhook comes.
import { randomInt, randomUUID } from 'node:crypto';
import { isTillgateError, Tillgate } from '@tillgate/sdk';
import { tillgateWebhook, type WebhookEvent } from '@tillgate/sdk/express';
import express from 'express';

const { TILLGATE_API_KEY = '', TILLGATE_API_URL = '', TILLGATE_WEBHOOK_SECRET, PORT = '4910' } = process.env;
const tillgate = new Tillgate({ apiKey: TILLGATE_API_KEY, baseUrl: TILLGATE_API_URL });

type Order = {
  id: string;
  /** Whole KES. */
  amount: number;
  status: 'unpaid' | 'pending' | 'paid' | 'failed';
  /** Kept with the order, so that repeating the request after a crash charges nothing twice. */
  idempotencyKey: string;
  receipt?: string | null;
  /** What the customer can be shown after a failure. */
  message?: string;
};
// A real shop has two tables in its database: one of orders, and one of the webhooks that it has taken.
const orders = new Map<string, Order>();
const taken = new Set<string>();

function onEvent(event: WebhookEvent): void {
  // Webhooks can come more than once.
  if (taken.has(event.id)) return;
  taken.add(event.id);
  if (event.type !== 'payment.success' && event.type !== 'payment.failed') return;
  const order = orders.get(event.data.accountRef);
  if (!order || order.status === 'paid') return;
  if (event.type === 'payment.failed') {
    Object.assign(order, { status: 'failed', message: event.data.decoded.customerMessage });
  } else if (event.data.amount >= order.amount) {
    Object.assign(order, { status: 'paid', receipt: event.data.providerReceipt });
  }
  console.log(`Order ${order.id} is ${order.status}.`);
}

const app = express();
// Before express.json(): the signature is of the raw body.
app.post('/webhooks', tillgateWebhook({ secret: TILLGATE_WEBHOOK_SECRET, onEvent }));
app.use(express.json());

app.post('/orders', async (request, response) => {
  const { amount, phone } = request.body ?? {};
  const id = `A${randomInt(1e9, 1e10)}`;
  const order: Order = { id, amount, status: 'unpaid', idempotencyKey: randomUUID() };
  orders.set(id, order);
  try {
    const { idempotencyKey } = order;
    await tillgate.collect({ amount, phone, accountReference: id, description: 'Your order' }, { idempotencyKey });
    // The webhook may have been faster.
    if (order.status === 'unpaid') order.status = 'pending';
    response.status(201).json(order);
  } catch (error) {
    if (!isTillgateError(error)) throw error;
    if (error.code === 'idempotency_indeterminate' || error.code === 'timed_out') {
      // The prompt may have reached the customer: the webhook will tell.
      order.status = 'pending';
      response.status(202).json(order);
    } else if (error.code === 'invalid_input') response.status(422).json({ issues: error.issues });
    else response.status(502).json({ error: error.code, message: error.message });
  }
});

app.get('/orders/:id', (request, response) => {
  const order = orders.get(request.params.id);
  if (order) response.json(order);
  else response.sendStatus(404);
});

app.listen(Number(PORT), 'localhost', () => {
  console.log(`The shop listens on http://localhost:${PORT}. To buy something for 10 KES:

  curl -sS http://localhost:${PORT}/orders -H 'content-type: application/json' -d '{"amount":10,"phone":"254712345678"}'
  curl -sS http://localhost:${PORT}/orders/ORDER_ID
`);
});
