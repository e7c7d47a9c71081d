import { type ReceiverOptions, receiveRequest } from '../webhooks/receive.ts';

export type { ReceiverOptions } from '../webhooks/receive.ts';
export type { WebhookEvent } from '../webhooks/verify.ts';

/** What is used of a context of Hono. `env` has the bindings. */
export type ContextLike<Env> = { req: { raw: Request }; env: Env };

/**
 * A handler of Hono: `app.post('/tillgate', tillgateWebhook({ secret: (c) => c.env.SECRET, onEvent }))`. It reads the
 * body itself: no middleware before it may do so.
 */
export function tillgateWebhook<Env = Record<string, string>>(
  options: ReceiverOptions<ContextLike<Env>>,
): (context: ContextLike<unknown>) => Promise<Response> {
  // Hono's type of `env` is that of the app, which cannot be inferred here: name it as `Env` where it matters.
  return (context) => receiveRequest(context as ContextLike<Env>, context.req.raw, options);
}
