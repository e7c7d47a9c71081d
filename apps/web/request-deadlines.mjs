// @ts-check
// Loaded before Next (`node --import`), which makes its HTTP server itself and has no option for this: a client that has
// not sent its whole request after 30 seconds is cut off, and an idle connection is kept for longer than a balancer does.
// Node's own limits are 60 s for headers, 300 s for bodies and 5 s for idle connections, and it looks for late requests
// every 30 s. `?timeoutMs=` in the address of this file sets another time, for tests.
import http from 'node:http';

const defaultMs = 30_000;
const checkMsMax = 500;
/** As in packages/process. The dashboard refuses an invalid KEEP_ALIVE_SECONDS when it starts. */
const keepAliveSeconds = 75;
const timeoutMs = Number(new URL(import.meta.url).searchParams.get('timeoutMs') ?? defaultMs);
const deadlines = {
  requestTimeout: timeoutMs,
  headersTimeout: timeoutMs,
  connectionsCheckingInterval: Math.min(checkMsMax, timeoutMs),
  keepAliveTimeout: (Number(process.env.KEEP_ALIVE_SECONDS) || keepAliveSeconds) * 1000,
};
const createServer = http.createServer;

http.createServer = /** @type {typeof createServer} */ (
  /**
   * @param {import('node:http').ServerOptions | import('node:http').RequestListener} [first]
   * @param {import('node:http').RequestListener} [second]
   */
  (first, second) => {
    const [options, listener] = typeof first === 'function' ? [{}, first] : [first, second];
    return createServer({ ...deadlines, ...options }, listener);
  }
);
