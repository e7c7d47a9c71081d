import { bytesOf, type ReceiverOptions, type Reply, receive, tooLarge } from '../webhooks/receive.ts';
import type { WebhookHeaders } from '../webhooks/verify.ts';

export type { ReceiverOptions } from '../webhooks/receive.ts';
export type { WebhookEvent } from '../webhooks/verify.ts';

/** What is used of a request of Express or `node:http`. */
export type RequestLike = AsyncIterable<Uint8Array> & {
  headers: Record<string, string | string[] | undefined>;
  readableEnded?: boolean;
  body?: unknown;
  /** Some platforms for functions keep the bytes here, beside the parsed body. */
  rawBody?: unknown;
};
/** What is used of a response of Express or `node:http`. */
export type ResponseLike = {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  end(text: string): unknown;
};

/**
 * A handler of Express, also for a plain `node:http` server: `app.post('/tillgate', tillgateWebhook({ secret, onEvent }))`.
 * It reads the body itself: put it before `express.json()`, or use `express.raw({ type: () => true })` for its path.
 */
export function tillgateWebhook(
  options: ReceiverOptions<RequestLike>,
): (request: RequestLike, response: ResponseLike, next?: (error?: unknown) => void) => Promise<void> {
  return async (request, response, next) => {
    const respond = ({ status, text }: Reply) => {
      response.statusCode = status;
      response.setHeader('content-type', 'text/plain; charset=utf-8');
      response.end(text);
    };
    try {
      const headers: WebhookHeaders = request.headers;
      const given = isRaw(request.rawBody) ? request.rawBody : request.body;
      const isUnread = !isRaw(given) && !request.readableEnded;
      const body = isUnread ? await bytesOf(request) : given;
      if (isUnread && !body) return respond(tooLarge);
      respond(await receive(request, { headers, body }, options));
    } catch (error) {
      if (next) next(error);
      else respond({ status: 500, text: 'The event was not taken.' });
    }
  };
}

const isRaw = (body: unknown) => typeof body === 'string' || body instanceof Uint8Array;
