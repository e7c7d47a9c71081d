import { type ReceiverOptions, receive } from '../webhooks/receive.ts';
import type { WebhookHeaders } from '../webhooks/verify.ts';

export type { ReceiverOptions } from '../webhooks/receive.ts';
export type { WebhookEvent } from '../webhooks/verify.ts';

/** What is used of a request of Fastify. */
export type RequestLike = { headers: Record<string, string | string[] | undefined>; body: unknown };
type ReplyLike = { code(status: number): { type(type: string): { send(text: string): unknown } } };
/** What is used of an instance of Fastify. */
type InstanceLike = {
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer' },
    parse: (request: never, body: Uint8Array, done: (error: Error | null, body?: unknown) => void) => void,
  ): unknown;
  post(path: string, route: (request: RequestLike, reply: ReplyLike) => Promise<unknown>): unknown;
};

/**
 * A plugin of Fastify: `app.register(tillgateWebhook, { path: '/tillgate', secret, onEvent })`. It keeps the raw body of
 * its own route only; the parsers of your other routes stay as they are.
 */
export async function tillgateWebhook(
  app: InstanceLike,
  options: ReceiverOptions<RequestLike> & { path: string },
): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post(options.path, async (request, reply) => {
    const headers: WebhookHeaders = request.headers;
    const { status, text } = await receive(request, { headers, body: request.body ?? new Uint8Array() }, options);
    return reply.code(status).type('text/plain; charset=utf-8').send(text);
  });
}
