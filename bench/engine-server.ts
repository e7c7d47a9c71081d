import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { startPostgres } from '@tillgate/db/embedded';
import pg from 'pg';
import { request } from 'undici';
import { type Binary, freePorts, onPath, startBinary } from '../e2e/support/binary.ts';
import { cpuMsOf, cpuMsOfTree } from './program.ts';
import { directoryOfDatabase } from './world.ts';

const host = '127.0.0.1';

/** A real Inngest server with PostgreSQL and Redis of its own, and a balancer before the workers. */
export type EngineServer = {
  /** For the API and the workers. */
  env: Record<string, string>;
  /** Puts the workers behind the balancer and waits until the server knows their functions. */
  serve(workerPorts: number[]): Promise<void>;
  /** Ends the server, as an outage does. Its databases stay. */
  halt(): Promise<void>;
  resume(): Promise<void>;
  /** Events that the server has stored so far. */
  events(): Promise<number>;
  cpu(): Record<string, number>;
  stop(): Promise<void>;
};

/** Starts the server as docs/distributed.md says, with its default settings. Without a Redis it keeps its own. */
export async function startEngineServer(inngest: string): Promise<EngineServer> {
  const directory = await directoryOfDatabase('tillgate-bench-inngest-');
  const postgres = await startPostgres({ dataDir: directory, durable: true });
  const redis = await startRedis(directory);
  const balancer = await startBalancer();
  const [port, ...connectPorts] = await freePorts(4);
  const [eventKey, signingKey] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')];
  const origin = `http://${host}:${balancer.port}`;
  const baseUrl = `http://${host}:${port}`;
  const start = async () => {
    const started = startBinary(inngest, directory, args);
    await started.until(async () => (await request(`${baseUrl}/health`)).statusCode === 200);
    return started;
  };
  const args = [
    ...['start', '--no-ui', '--host', host, '--port', String(port), '--log-level', 'warn'],
    ...['--event-key', eventKey, '--signing-key', signingKey],
    ...['--postgres-uri', `${postgres.url('postgres')}?sslmode=disable`, ...(redis ? ['--redis-uri', redis.uri] : [])],
    ...['connect-gateway', 'connect-gateway-grpc', 'connect-executor-grpc'].flatMap((name, n) => [
      `--${name}-port`,
      String(connectPorts[n]),
    ]),
  ];
  let server = await start();
  const history = new pg.Pool({ connectionString: postgres.url('postgres'), max: 1 });
  return {
    env: {
      INNGEST_BASE_URL: baseUrl,
      INNGEST_EVENT_KEY: eventKey,
      INNGEST_SIGNING_KEY: signingKey,
      INNGEST_SERVE_ORIGIN: origin,
    },
    async serve(workerPorts) {
      balancer.backends = workerPorts;
      // Workers register their functions by themselves and are ready when the server knows them.
      await server.until(async () => {
        const answers = await Promise.all(workerPorts.map((worker) => request(`http://${host}:${worker}/readyz`)));
        await Promise.all(answers.map(({ body }) => body.dump()));
        return answers.every(({ statusCode }) => statusCode === 200);
      });
    },
    halt: () => server.stop(),
    async resume() {
      server = await start();
    },
    async events() {
      const { rows } = await history.query<{ n: string }>('SELECT count(*) AS n FROM events');
      return Number(rows[0]?.n);
    },
    cpu: () => ({
      inngest: cpuMsOf(server.pid),
      'inngest postgres': cpuMsOfTree(postgres.pid),
      ...(redis && { redis: cpuMsOf(redis.pid) }),
    }),
    async stop() {
      await server.stop();
      await history.end();
      await redis?.stop();
      balancer.close();
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function startRedis(directory: string): Promise<(Binary & { uri: string }) | undefined> {
  const file = onPath('redis-server');
  if (!file) return undefined;
  const [port = 0] = await freePorts(1);
  const redis = startBinary(file, directory, ['--port', String(port), '--bind', host, '--appendonly', 'yes']);
  await redis.until(async () => {
    const socket = connect(port, host);
    await once(socket, 'connect');
    socket.destroy();
    return true;
  });
  return { ...redis, uri: `redis://${host}:${port}` };
}

/** An Inngest app has one address: each connection to it goes to the next worker. */
async function startBalancer(): Promise<{ port: number; backends: number[]; close(): void }> {
  const sockets = new Set<Socket>();
  let turn = 0;
  const balancer = {
    port: 0,
    backends: [] as number[],
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  const server = createServer((client) => {
    const backend = balancer.backends[turn++ % balancer.backends.length];
    if (backend === undefined) return client.destroy();
    const worker = connect(backend, host);
    for (const [socket, other] of [[client, worker] as const, [worker, client] as const]) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  server.listen(0, host);
  await once(server, 'listening');
  balancer.port = (server.address() as AddressInfo).port;
  return balancer;
}
