// A shop at the edge with Hono, for Cloudflare Workers and other runtimes without Node.js.
import { isTillgateError, Tillgate } from '@tillgate/sdk';
import { tillgateWebhook } from '@tillgate/sdk/hono';
import { Hono } from 'hono';

type Bindings = { TILLGATE_API_KEY: string; TILLGATE_API_URL: string; TILLGATE_WEBHOOK_SECRET: string };

const clientOf = (env: Bindings) => new Tillgate({ apiKey: env.TILLGATE_API_KEY, baseUrl: env.TILLGATE_API_URL });

// Only for the example: instances at the edge share no memory. A real shop has KV, D1 or another database.
const outcomes = new Map<string, { status: string; message?: string }>();

const app = new Hono<{ Bindings: Bindings }>();

app.post('/orders', async (context) => {
  const { amount, phone } = await context.req.json();
  // A key of the page that was shown: a second click on the same page charges nothing.
  const idempotencyKey = context.req.header('idempotency-key');
  try {
    const { paymentId } = await clientOf(context.env).collect({ amount, phone }, { idempotencyKey });
    return context.json({ paymentId, status: 'pending' }, 201);
  } catch (error) {
    if (!isTillgateError(error)) throw error;
    return context.json({ error: error.code, message: error.message }, 502);
  }
});

app.get('/orders/:paymentId', async (context) => {
  const paymentId = context.req.param('paymentId');
  const { status } = outcomes.get(paymentId) ?? (await clientOf(context.env).status(paymentId));
  return context.json({ paymentId, status, announced: outcomes.has(paymentId) });
});

app.post(
  '/webhooks',
  tillgateWebhook<Bindings>({
    secret: ({ env }) => env.TILLGATE_WEBHOOK_SECRET,
    onEvent(event) {
      if (event.type === 'payment.success') outcomes.set(event.data.paymentId, { status: 'success' });
      if (event.type === 'payment.failed') {
        outcomes.set(event.data.paymentId, { status: 'failed', message: event.data.decoded.customerMessage });
      }
      console.log(`${event.type} ${event.id}`);
    },
  }),
);

export default app;
