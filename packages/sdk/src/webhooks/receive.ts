import { TillgateWebhookError } from '../errors.ts';
import {
  type ExtraWebhookEvent,
  isExtraEvent,
  verifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
} from './verify.ts';

type Secret = string | readonly string[] | undefined;

/** How a route receives webhooks. `Source` is what the framework gives to a route. */
export type ReceiverOptions<Source> = {
  /** `whsec_…`, several while you replace one, or a function for secrets that are known only with a request. */
  secret: Secret | ((source: Source) => Secret);
  /**
   * Gets each verified event. Store it under its `id` and return: the response waits for this. What it throws makes
   * the response a 500, so that Tillgate sends the event again.
   */
  onEvent(event: WebhookEvent, source: Source): unknown;
  /**
   * Gets each verified event of an extra type, such as `link.paid`, like `onEvent`. Only an endpoint that names extra
   * types is sent any. Without it, they are only acknowledged.
   */
  onExtraEvent?(event: ExtraWebhookEvent, source: Source): unknown;
  /** Gets the samples that people send to try an endpoint, of any type. Without it, they are only acknowledged. */
  onTestEvent?(event: WebhookEvent, source: Source): unknown;
  /** Gets the reason of each request that was refused, for your log. */
  onRefused?(error: TillgateWebhookError, source: Source): unknown;
  /** How far the time of the signature may be from now, in seconds. Default: 300. */
  toleranceSeconds?: number;
};

/** What to respond. Tillgate keeps the text with the attempt, where people can read it. */
export type Reply = { status: number; text: string };

/** An event of Tillgate is much smaller. */
const bodyBytesMax = 1_000_000;

/**
 * Verifies a request and passes its event on.
 * @param body what the framework has of it, or a function that reads it
 * @throws what `onEvent` throws
 */
export async function receive<Source>(
  source: Source,
  request: { headers: WebhookHeaders; body: unknown },
  { secret, toleranceSeconds, ...on }: ReceiverOptions<Source>,
): Promise<Reply> {
  let event: WebhookEvent;
  try {
    const secrets = (typeof secret === 'function' ? secret(source) : secret) ?? [];
    const body = request.body as Uint8Array;
    event = await verifyWebhook({ body, headers: request.headers, secret: secrets, toleranceSeconds });
  } catch (error) {
    if (!(error instanceof TillgateWebhookError)) throw error;
    await on.onRefused?.(error, source);
    return { status: 400, text: `${error.code}: ${error.message}` };
  }
  if (event.test) await on.onTestEvent?.(event, source);
  else if (isExtraEvent(event)) await on.onExtraEvent?.(event as unknown as ExtraWebhookEvent, source);
  else await on.onEvent(event, source);
  return { status: 200, text: 'ok' };
}

export const tooLarge: Reply = { status: 413, text: 'The body is too large.' };

/** The bytes of a body, or undefined when there are too many. */
export async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > bodyBytesMax) return undefined;
    parts.push(chunk);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Receives a request of the Fetch API. What was read before cannot be verified any more. */
export async function receiveRequest<Source>(
  source: Source,
  request: Request,
  options: ReceiverOptions<Source>,
): Promise<Response> {
  if (request.method !== 'POST') return new Response('Only POST.', { status: 405, headers: { allow: 'POST' } });
  const wasRead = request.bodyUsed;
  const body = wasRead ? undefined : await bytesOf(chunksOf(request.body));
  if (!body && !wasRead) return respond(tooLarge);
  return respond(await receive(source, { headers: request.headers, body }, options));
}

function respond({ status, text }: Reply): Response {
  return new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } });
}

/** Not all runtimes iterate over a stream. */
async function* chunksOf(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = stream?.getReader();
  if (!reader) return;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
