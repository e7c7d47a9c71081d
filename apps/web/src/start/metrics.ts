import { channel } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createMetrics, exposePool, listenForMetrics, requestSeries } from '@tillgate/process/metrics';
import type { Deps } from '../deps.ts';
import type { Env } from '../env.ts';

const started = 'http.server.request.start';
const series = { requestSeconds: requestSeries.requestSeconds } as const;

/** Groups of routes, by how their addresses begin. An address is an outsider's text, so no series is named after one. */
const groups = [
  ['/_next/', 'assets'],
  ['/api/auth/', '/api/auth'],
  ['/api/graphql', '/api/graphql'],
  ['/api/trpc/', '/api/trpc'],
  ['/api/', 'files'],
  ['/healthz', '/healthz'],
  ['/', 'pages'],
] as const;
const methods = new Set(['GET', 'HEAD', 'POST']);

type Settings = Pick<Env, 'METRICS_WEB_PORT' | 'METRICS_HOST' | 'METRICS_TOKEN'>;

/**
 * Serves the metrics of the dashboard, and counts its requests from now on. Ends the process when it cannot listen.
 * @returns undefined when metrics are off
 */
export async function serveMetrics(env: Settings, { context, log }: Pick<Deps, 'context' | 'log'>) {
  if (env.METRICS_WEB_PORT === undefined) return undefined;
  const metrics = createMetrics('web');
  exposePool(metrics, context.db.pool);
  const { requestSeconds } = metrics.register(series);
  const server = await listenForMetrics(metrics, env, 'METRICS_WEB_PORT', log);
  // Next makes its server itself. Node publishes each request here before any listener gets it: also those for metrics.
  channel(started).subscribe((message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (request.socket.localPort === server?.port) return;
    const [route, method] = [groupOf(request.url ?? '/'), request.method ?? ''];
    const since = performance.now();
    response.once('close', () => {
      if (!response.headersSent) return;
      const status = `${Math.trunc(response.statusCode / 100)}xx`;
      const labels = { method: methods.has(method) ? method : '(any)', route, status };
      requestSeconds(labels, (performance.now() - since) / 1000);
    });
  });
  return server;
}

function groupOf(url: string): string {
  return groups.find(([beginning]) => url.startsWith(beginning))?.[1] ?? 'pages';
}
