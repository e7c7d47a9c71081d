import { type ReceiverOptions, receiveRequest } from './receive.ts';

/**
 * A route that receives webhooks, for whatever speaks the Fetch API: Next.js, Deno.serve, Bun.serve, Workers.
 * Responds with 200 to events that `onEvent` has taken, and with 400 to what Tillgate has not signed.
 */
export function webhookHandler(options: ReceiverOptions<Request>): (request: Request) => Promise<Response> {
  return (request) => receiveRequest(request, request, options);
}
