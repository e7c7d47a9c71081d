import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '@tillgate/db/embedded';
import pg from 'pg';
import { request } from 'undici';
import { cpuMsOf, cpuMsOfTree } from './program.ts';
import { directoryOfDatabase } from './world.ts';

const startMs = 60_000;
const lookMs = 100;
const host = '127.0.0.1';

/** A real Inngest server with PostgreSQL and Redis of its own, and a balancer before the workers. */
export type EngineServer = {
  /** For the API and the workers. */
  env: Record<string, string>;
  /** Puts the workers behind the balancer and registers their functions. */
  serve(workerPorts: number[]): Promise<void>;
  /** Ends the server, as an outage does. Its databases stay. */
  halt(): Promise<void>;
  resume(): Promise<void>;
  /** Events that the server has stored so far. */
  events(): Promise<number>;
  cpu(): Record<string, number>;
  stop(): Promise<void>;
};

/** The Inngest server's program: `INNGEST_BIN`, or `inngest` on the PATH. */
export function findInngest(): string | undefined {
  return process.env.INNGEST_BIN ?? onPath('inngest');
}

function onPath(name: string): string | undefined {
  const places = (process.env.PATH ?? '').split(delimiter).map((directory) => join(directory, name));
  return places.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

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
    ...['--event-key', eventKey, '--signing-key', signingKey, '--sdk-url', `${origin}/api/inngest`],
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
      await server.until(async () => {
        const { statusCode, body } = await request(`${origin}/api/inngest`, { method: 'PUT' });
        await body.dump();
        return statusCode === 200;
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

type Binary = {
  pid: number;
  /** Asks until the program does as wanted. */
  until(works: () => Promise<boolean>): Promise<void>;
  stop(): Promise<void>;
};

function startBinary(file: string, cwd: string, args: string[]): Binary {
  // It tells its makers nothing about this machine.
  const env = { PATH: process.env.PATH ?? '', HOME: cwd, TZ: 'UTC', DO_NOT_TRACK: '1' };
  const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      if (lines.push(text) > 50) lines.shift();
    });
  }
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    pid: child.pid ?? 0,
    async until(works) {
      const deadline = Date.now() + startMs;
      while (!(await works().catch(() => false))) {
        if (hasEnded() || Date.now() > deadline) throw new Error(`${file} does not work:\n${lines.join('')}`);
        await pause(lookMs);
      }
    },
    async stop() {
      if (hasEnded()) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
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

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, host));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
