import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, copyFile, cp, mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EmbeddedPostgresError, type RunningPostgres, startPostgres } from './index.ts';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));
const isRoot = process.getuid?.() === 0;
let base: string;

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'tillgate embedded '));
  await chmod(base, 0o755);
});
afterAll(async () => {
  await rm(base, { recursive: true, force: true });
});

async function query<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  // A server that is killed under the connection is part of these tests.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function withServer(dataDir: string, use: (server: RunningPostgres) => Promise<void>): Promise<void> {
  const server = await startPostgres({ dataDir, durable: true });
  try {
    await use(server);
  } finally {
    await server.stop();
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** A process of its own that starts the server and then waits to be killed. */
async function startInChild(dataDir: string) {
  const code = `
    import { startPostgres } from './packages/db/src/embedded/index.ts';
    const server = await startPostgres({ dataDir: process.argv[1], durable: true });
    console.log(JSON.stringify({ pid: server.pid, url: server.url() }));
    setInterval(() => {}, 1000);`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', code, dataDir];
  const child = spawn(process.execPath, args, { cwd: repository, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, ...(JSON.parse(line.toString()) as { pid: number; url: string }) };
}

describe('startPostgres', () => {
  /** For tests that do not care what is in it: making a cluster takes most of their time. */
  let dataDir: string;
  beforeAll(() => {
    dataDir = join(base, 'with spaces');
  });

  it('keeps the data over a restart, in a path with spaces', async () => {
    await withServer(dataDir, async (server) => {
      await query(server.url(), 'CREATE TABLE kept (n int)');
      await query(server.url(), 'INSERT INTO kept VALUES (7)');
    });
    await withServer(dataDir, async (server) => {
      expect(await query(server.url(), 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
    });
  });

  it('asks for its random password, which only we can read', async () => {
    await withServer(dataDir, async (server) => {
      const wrong = new URL(server.url());
      wrong.password = 'guess';
      await expect(query(wrong.toString(), 'SELECT 1')).rejects.toThrow(/password authentication failed/);
      expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600);
      const rows = await query<{ password: string }>(
        server.url(),
        `SELECT rolpassword AS password FROM pg_authid WHERE rolname = 'tillgate'`,
      );
      expect(rows[0]?.password).toMatch(/^SCRAM-SHA-256/);
    });
  });

  it('speaks UTF-8 and UTC and listens on the loopback address alone', async () => {
    await withServer(dataDir, async (server) => {
      const [row] = await query<Record<string, string>>(
        server.url(),
        `SELECT current_setting('server_encoding') AS encoding, current_setting('TimeZone') AS zone,
                current_setting('listen_addresses') AS addresses, current_setting('fsync') AS fsync`,
      );
      expect(row).toEqual({ encoding: 'UTF8', zone: 'UTC', addresses: '127.0.0.1', fsync: 'on' });
    });
  });

  it('leaves no orphan when its parent is killed, and loses no committed row', async () => {
    const { child, pid, url } = await startInChild(dataDir);
    await query(url, 'CREATE TABLE committed (n int)');
    await query(url, 'INSERT INTO committed VALUES (7)');
    child.kill('SIGKILL');
    if (process.platform === 'linux')
      await expect.poll(() => isAlive(pid), { message: 'the server ends with its parent' }).toBe(false);
    await withServer(dataDir, async (server) => {
      expect(await query(server.url(), 'SELECT n FROM committed')).toEqual([{ n: 7 }]);
    });
  });

  it('takes over from a server that an earlier run left behind', async () => {
    const first = await startPostgres({ dataDir, durable: true });
    await withServer(dataDir, async (server) => {
      expect(server.pid).not.toBe(first.pid);
      expect(isAlive(first.pid)).toBe(false);
    });
  });

  it('tells when its server ends by itself', async () => {
    const server = await startPostgres({ dataDir: join(base, 'crash'), durable: false });
    process.kill(server.pid, 'SIGKILL');
    await expect(server.crashed).resolves.toBeUndefined();
    await server.stop();
  });

  it('says in one sentence that its port is taken', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const address = blocker.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const starting = startPostgres({ dataDir, port, durable: true });
    await expect(starting).rejects.toThrow(EmbeddedPostgresError);
    await expect(starting).rejects.toThrow(`Port ${port} is taken: PostgreSQL cannot listen on it.`);
    blocker.close();
  });

  it('refuses to invent a new password for data that has one', async () => {
    const file = join(dataDir, 'postgres-password');
    await withServer(dataDir, async () => {});
    await rename(file, `${file}.lost`);
    await expect(startPostgres({ dataDir, durable: true })).rejects.toThrow(/password of the database is missing/);
    await rename(`${file}.lost`, file);
  });

  it('starts over after it was killed while making the cluster', async () => {
    const halfMade = join(base, 'half made');
    await mkdir(join(halfMade, 'postgres/cluster.new/base'), { recursive: true });
    await withServer(halfMade, async (server) => {
      expect(await query(server.url(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    });
  });
});

describe.runIf(isRoot)('startPostgres as root, below a directory that Postgres cannot enter', () => {
  const places: string[] = [];
  afterAll(async () => {
    for (const place of places) await rm(place, { recursive: true, force: true });
  });

  async function closedDirectory(name: string): Promise<string> {
    const home = join(base, name);
    await mkdir(home, { mode: 0o700 });
    return join(home, 'clone', '.data');
  }

  it('keeps the data elsewhere, says where, and finds it again', async () => {
    const dataDir = await closedDirectory('closed');
    await withServer(dataDir, async (server) => {
      places.push(server.place);
      expect(server.place.startsWith(dataDir)).toBe(false);
      const note = JSON.parse(await readFile(join(dataDir, 'postgres-location.json'), 'utf8'));
      expect(note.directory).toBe(server.place);
      await query(server.url(), 'CREATE TABLE kept (n int)');
    });
    await withServer(dataDir, async (server) => {
      expect(server.place).toBe(places[0]);
      expect(await query(server.url(), 'SELECT n FROM kept')).toEqual([]);
    });
  });

  it('gives a copy of the data directory data of its own', async () => {
    const original = await closedDirectory('original');
    await withServer(original, async (server) => {
      places.push(server.place);
    });
    const copy = await closedDirectory('copy');
    await mkdir(copy, { recursive: true });
    for (const file of ['postgres-location.json', 'postgres-password']) {
      await copyFile(join(original, file), join(copy, file));
    }
    await withServer(copy, async (server) => {
      expect(places).not.toContain(server.place);
      places.push(server.place);
    });
  });

  it('follows a data directory that was moved', async () => {
    const before = await closedDirectory('before');
    let place = '';
    await withServer(before, async (server) => {
      place = server.place;
      places.push(place);
    });
    const after = await closedDirectory('after');
    await cp(before, after, { recursive: true });
    await rm(before, { recursive: true });
    await withServer(after, async (server) => {
      expect(server.place).toBe(place);
    });
  });

  it('removes throw-away data wherever it was', async () => {
    const server = await startPostgres({ dataDir: await closedDirectory('throw-away'), durable: false });
    expect(existsSync(server.place)).toBe(true);
    await server.stop();
    expect(existsSync(server.place)).toBe(false);
  });
});
