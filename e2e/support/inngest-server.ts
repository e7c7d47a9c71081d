import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testServerUrl } from '@tillgate/db/testing';
import pg from 'pg';
import { type Binary, findInngest, freePorts, onPath, startBinary } from './binary.ts';
import { blockOf } from './distributed-page.ts';

const host = '127.0.0.1';

/** What this machine lacks for a real Inngest server, or undefined. */
export function lackingForInngest(): string | undefined {
  const lacking = [
    ...(findInngest() ? [] : ['inngest (or INNGEST_BIN)']),
    ...['redis-server', 'haproxy'].filter((name) => !onPath(name)),
  ];
  return lacking.length > 0 ? `not on the PATH: ${lacking.join(', ')}` : undefined;
}

/** A real Inngest server with Redis, a database and a balancer, all started as docs/distributed.md says. */
export type InngestServer = {
  baseUrl: string;
  /** For all processes. */
  env: Record<string, string>;
  /** Starts the balancer before workers on these ports. */
  balance(workerPorts: [number, number]): Promise<void>;
  /** The functions that the server knows, and where it calls them. */
  functions(): Promise<{ id: string; url: string }[]>;
  /** Whether the server has stored an event with this id. */
  hasEvent(id: string): Promise<boolean>;
  /** Runs the page's statements that delete old rows. */
  prune(): Promise<void>;
  halt(): Promise<void>;
  resume(): Promise<void>;
  /** Starts the server, which was halted, with an empty database and an empty Redis. */
  resumeEmpty(): Promise<void>;
  close(): Promise<void>;
};

/** The arguments of the page's command, with values of this machine. */
async function argumentsOf(values: Record<string, string>): Promise<string[]> {
  const words = (await blockOf('inngest.sh')).replaceAll('\\\n', ' ').trim().split(/\s+/);
  return words.slice(1).map((word, at) => {
    if (at === 0 || word.startsWith('--')) return word;
    const option = words[at] ?? '';
    const value = values[option];
    if (value === undefined) throw new Error(`the test has no value for ${option} of docs/distributed.md`);
    return value;
  });
}

/** @param adminUrl of the server that its database goes to; default: the one of the tests */
export async function startInngestServer(adminUrl?: string): Promise<InngestServer> {
  const databases = adminUrl ?? (await testServerUrl());
  const directory = await mkdtemp(join(tmpdir(), 'tillgate-inngest-'));
  const [port = 0, redisPort = 0, balancerPort = 0, ...connectPorts] = await freePorts(6);
  const [eventKey, signingKey] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')];
  const [baseUrl, origin] = [`http://${host}:${port}`, `http://${host}:${balancerPort}`];
  let database = await createDatabase(databases);
  let redis = await startRedis(directory, redisPort);
  let balancer: Binary | undefined;
  const start = async () => {
    const args = await argumentsOf({
      '--host': host,
      '--port': String(port),
      '--event-key': eventKey,
      '--signing-key': signingKey,
      '--postgres-uri': `${database.url}?sslmode=disable`,
      // The server of the tests has few connections.
      '--postgres-max-idle-conns': '5',
      '--redis-uri': `redis://${host}:${redisPort}`,
    });
    const ports = ['gateway', 'gateway-grpc', 'executor-grpc'].flatMap((name, n) => [
      `--connect-${name}-port`,
      String(connectPorts[n]),
    ]);
    const own = [...ports, '--postgres-max-open-conns', '10', '--log-level', 'warn'];
    const started = startBinary(findInngest() ?? 'inngest', directory, [...args, ...own]);
    await started.until(async () => (await fetch(`${baseUrl}/health`)).ok);
    return started;
  };
  let server = await start();
  return {
    baseUrl,
    env: {
      INNGEST_BASE_URL: baseUrl,
      INNGEST_EVENT_KEY: eventKey,
      INNGEST_SIGNING_KEY: signingKey,
      INNGEST_SERVE_ORIGIN: origin,
    },
    async balance(workerPorts) {
      const file = join(directory, 'haproxy.cfg');
      const config = (await blockOf('haproxy.cfg'))
        .replace('bind :4001', `bind ${host}:${balancerPort}`)
        .replace('10.0.0.11:4001', `${host}:${workerPorts[0]}`)
        .replace('10.0.0.12:4001', `${host}:${workerPorts[1]}`);
      await writeFile(file, config);
      await balancer?.stop();
      balancer = startBinary(onPath('haproxy') ?? 'haproxy', directory, ['-f', file, '-db']);
      await balancer.until(async () => (await fetch(`${origin}/healthz`)).ok);
    },
    async functions() {
      const rows = await database.read<{ slug: string; config: string }>(
        'SELECT slug, config FROM functions WHERE archived_at IS NULL OR archived_at < to_timestamp(1)',
      );
      return rows.map(({ slug, config }) => ({ id: slug, url: String(JSON.parse(config).steps?.[0]?.uri) }));
    },
    async hasEvent(id) {
      return (await database.read('SELECT 1 FROM events WHERE event_id = $1', [id])).length > 0;
    },
    async prune() {
      await database.read(await blockOf('prune.sql'));
    },
    halt: () => server.stop(),
    async resume() {
      server = await start();
    },
    async resumeEmpty() {
      await redis.stop();
      await rm(join(directory, 'appendonlydir'), { recursive: true, force: true });
      await rm(join(directory, 'dump.rdb'), { force: true });
      redis = await startRedis(directory, redisPort);
      await database.close();
      database = await createDatabase(databases);
      server = await start();
    },
    async close() {
      await server.stop();
      await balancer?.stop();
      await redis.stop();
      await database.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function startRedis(directory: string, port: number): Promise<Binary> {
  const args = ['--port', String(port), '--bind', host, '--appendonly', 'yes', '--maxmemory-policy', 'noeviction'];
  const redis = startBinary(onPath('redis-server') ?? 'redis-server', directory, args);
  await redis.until(async () => {
    const socket = connect(port, host);
    await once(socket, 'connect');
    socket.destroy();
    return true;
  });
  return redis;
}

/** A database on a server. */
async function createDatabase(adminUrl: string) {
  const name = `inngest_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Pool({ connectionString: adminUrl, max: 1 });
  await admin.query(`CREATE DATABASE ${name}`);
  const address = new URL(adminUrl);
  address.pathname = `/${name}`;
  const pool = new pg.Pool({ connectionString: address.toString(), max: 1 });
  // When the database is dropped, the server ends this connection.
  pool.on('error', () => {});
  return {
    url: address.toString(),
    read: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await pool.query<Row>(text, values)).rows,
    async close() {
      await pool.end();
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.end();
    },
  };
}
