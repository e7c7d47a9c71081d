import type { ServerOptions } from 'node:http';

/** A client that has not sent its whole request by then is cut off. */
export const requestTimeoutMs = 30_000;
const checkMsMax = 500;

/**
 * Options for an HTTP server that cuts off slow headers and slow bodies with 408. Node looks for late requests at an
 * interval. Its own interval of 30 s would double the time.
 */
export function requestDeadlines(timeoutMs = requestTimeoutMs) {
  return {
    requestTimeout: timeoutMs,
    headersTimeout: timeoutMs,
    connectionsCheckingInterval: Math.min(checkMsMax, timeoutMs),
  } satisfies ServerOptions;
}
