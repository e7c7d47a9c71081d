import type { ServerOptions } from 'node:http';

/** A client that has not sent its whole request by then is cut off. */
export const requestTimeoutMs = 30_000;
/** How long a server keeps a connection that is idle: longer than a balancer, which must be the one that gives it up. */
export const keepAliveSeconds = 75;
const checkMsMax = 500;

/**
 * Options for an HTTP server that cuts off slow headers and slow bodies with 408, and keeps idle connections. Node looks
 * for late requests at an interval. Its own interval of 30 s would double the time. An idle connection has no request that
 * could be late, so it may be kept for longer than `timeoutMs`.
 */
export function requestDeadlines(timeoutMs = requestTimeoutMs, keptSeconds = keepAliveSeconds) {
  return {
    requestTimeout: timeoutMs,
    headersTimeout: timeoutMs,
    connectionsCheckingInterval: Math.min(checkMsMax, timeoutMs),
    keepAliveTimeout: keptSeconds * 1000,
  } satisfies ServerOptions;
}
