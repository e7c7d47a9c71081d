import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { reasonOf } from './api.ts';

/** The result of forwarding an event. `error` is a clause. */
export type Forwarded = { status: number; durationMs: number } | { error: string; durationMs: number };

/** The same limit as for webhooks. */
const timeoutMsDefault = 15_000;

/**
 * Posts an event with exactly the headers and bytes of a webhook. Uses Node's own client, because `fetch` adds
 * headers, follows redirects and refuses some ports. Never throws.
 */
export function forward(
  target: URL,
  event: { headers: Record<string, string>; rawBody: Buffer },
  { signal, timeoutMs = timeoutMsDefault }: { signal: AbortSignal; timeoutMs?: number },
): Promise<Forwarded> {
  const startedAt = performance.now();
  const durationMs = () => Math.round(performance.now() - startedAt);
  return new Promise<Forwarded>((resolve) => {
    const request = target.protocol === 'https:' ? requestHttps : requestHttp;
    const headers = { ...event.headers, 'content-length': event.rawBody.length };
    const sent = request(target, { method: 'POST', headers, agent: false, signal });
    const timer = setTimeout(() => {
      finish({ error: `no response within ${timeoutMs / 1000} s`, durationMs: durationMs() });
      sent.destroy();
    }, timeoutMs);
    const finish = (outcome: Forwarded) => {
      clearTimeout(timer);
      resolve(outcome);
    };
    const fail = (error: Error) => finish({ error: reasonOf(error), durationMs: durationMs() });
    sent.on('error', fail);
    sent.on('response', (answer) => {
      const { statusCode: status = 0 } = answer;
      answer.on('end', () => finish({ status, durationMs: durationMs() }));
      answer.on('error', fail);
      // The body is ignored, but it must be read to the end.
      answer.resume();
    });
    sent.end(event.rawBody);
    // Node throws at once if a header cannot be sent.
  }).catch((error) => ({ error: reasonOf(error), durationMs: durationMs() }));
}
