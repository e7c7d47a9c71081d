import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { requestDeadlines } from '../request-deadlines.ts';
import { endUnableToListen } from '../shut-down.ts';
import type { Metrics } from './metrics.ts';

export type MetricsServer = { port: number; close(): void };

type Where = {
  host: string;
  /** 0 lets the system choose one. */
  port: number;
  /** The variable that changes the port, for messages. */
  variable: string;
  /** The bearer token of the scraper. Without it, everybody who reaches the port may read. */
  token?: string | undefined;
};

const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/**
 * Serves `GET /metrics` on a separate port. Ends the process when it cannot listen.
 * @param metrics what a process exposes
 */
export async function startMetricsServer(metrics: Metrics, where: Where, log: Logger): Promise<MetricsServer> {
  const { host, port, variable, token } = where;
  const isAllowed = bearerCheck(token);
  const server = createServer(requestDeadlines(), (request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (request.url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end();
    if (!isAllowed(request.headers.authorization)) {
      return void response.writeHead(401, { 'www-authenticate': 'Bearer realm="metrics"' }).end();
    }
    if (request.method !== 'GET') return void response.writeHead(405, { allow: 'GET' }).end();
    metrics.expose().then(
      ({ contentType, text }) => response.writeHead(200, { 'content-type': contentType }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'The metrics could not be read.');
        response.writeHead(500).end();
      },
    );
  });
  await new Promise<void>((resolve) => {
    server.once('error', (error) => endUnableToListen('The metrics server', { port, variable }, error));
    server.listen(port, host, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  log.info({ metricsPort: bound }, 'metrics');
  return {
    port: bound,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Starts the server of a process by its environment. Does nothing when metrics are off. */
export async function listenForMetrics<Variable extends string>(
  metrics: Metrics | undefined,
  env: { METRICS_HOST: string; METRICS_TOKEN?: string | undefined } & { [each in Variable]?: number | undefined },
  variable: Variable,
  log: Logger,
): Promise<MetricsServer | undefined> {
  const port: number | undefined = env[variable];
  if (!metrics || port === undefined) return undefined;
  return startMetricsServer(metrics, { host: env.METRICS_HOST, port, variable, token: env.METRICS_TOKEN }, log);
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares in constant time. */
function bearerCheck(token: string | undefined): (header: string | undefined) => boolean {
  if (token === undefined) return () => true;
  const wanted = digest(`Bearer ${token}`);
  return (header) => header !== undefined && timingSafeEqual(digest(header), wanted);
}
