import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Account, chooseAccount } from './account.ts';
import { binariesFor } from './binaries.ts';
import { type Cluster, ensureCluster, programEnvironment, superuser } from './cluster.ts';
import { EmbeddedPostgresError, explainFailure } from './errors.ts';
import { placeFor, removePlace } from './places.ts';
import { readPostmaster, stopOrphan } from './postmaster.ts';

const host = '127.0.0.1';
/** Of the 103 characters that a path may have everywhere, the name of the socket needs 16. */
const socketDirectoryMax = 86;
const startTimeoutMs = 60_000;
const stopTimeoutMs = 20_000;
const pollMs = 10;
const portAttemptsMax = 3;
const setprivPaths = ['/usr/bin/setpriv', '/bin/setpriv'];

export type PostgresOptions = {
  /** Only for this server: hold a lock on it. Created when missing. */
  dataDir: string;
  /** Default: any free one. */
  port?: number;
  /** `false` trades safety for speed and lets everybody on this machine in: for data that is thrown away. */
  durable: boolean;
  /** Where the server's log goes; default `postgres.log` in the data directory. */
  logFile?: string;
};

export type RunningPostgres = {
  port: number;
  pid: number;
  /** Where the cluster is: below the data directory, or elsewhere when Postgres cannot enter that. */
  place: string;
  /** Where a server of tests has a socket. */
  socketDirectory: string | undefined;
  /** Connection string, by default of the database `tillgate`. */
  url(database?: string): string;
  /** Resolves when the server ends without having been stopped. */
  crashed: Promise<void>;
  stop(): Promise<void>;
};

async function freePort(): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return address.port;
}

/** Where a server of tests has a socket, which costs less than a port. The path of a socket must be short. */
const socketDirectoryOf = (durable: boolean, directory: string) =>
  durable || directory.length > socketDirectoryMax ? undefined : directory;

function settings(durable: boolean, directory: string): string[] {
  const sockets = `unix_socket_directories=${socketDirectoryOf(durable, directory) ?? ''}`;
  const common = [`listen_addresses=${host}`, sockets, 'timezone=UTC', 'log_timezone=UTC'];
  // Room for an Inngest server beside others: it opens up to 100.
  const safe = ['max_connections=150'];
  const fast = ['max_connections=200', 'fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'];
  return [...common, ...(durable ? safe : fast)].flatMap((setting) => ['-c', setting]);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** On Linux the kernel stops the server when this process dies, however it dies: SIGKILL runs no exit hook. */
function command(postgres: string, args: string[], account: Account): { file: string; args: string[]; drop: boolean } {
  const setpriv = process.platform === 'linux' ? setprivPaths.find(isExecutable) : undefined;
  if (!setpriv) return { file: postgres, args, drop: true };
  const identity = account ? ['--reuid', String(account.uid), '--regid', String(account.gid), '--clear-groups'] : [];
  return { file: setpriv, args: ['--pdeathsig', 'SIGQUIT', ...identity, postgres, ...args], drop: false };
}

async function awaitReady(child: ChildProcess, directory: string): Promise<boolean> {
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) return false;
    const postmaster = await readPostmaster(directory);
    if (postmaster?.ready && postmaster.pid === child.pid) return true;
    await delay(pollMs);
  }
  child.kill('SIGQUIT');
  return false;
}

async function spawned(child: ChildProcess): Promise<void> {
  await Promise.race([
    once(child, 'spawn'),
    once(child, 'error').then(([error]: Error[]) => Promise.reject(explainFailure(`cannot be run: ${error?.message}`))),
  ]);
}

type Launch = { bin: string; account: Account; cluster: Cluster; place: string; logFile: string; durable: boolean };

async function launch(options: Launch, port: number): Promise<ChildProcess> {
  const { bin, account, cluster, place, logFile, durable } = options;
  const log = await open(logFile, 'a', 0o600);
  try {
    const { size } = await log.stat();
    const args = ['-D', cluster.directory, '-p', String(port), ...settings(durable, cluster.directory)];
    const { file, args: all, drop } = command(join(bin, 'postgres'), args, account);
    const child = spawn(file, all, {
      cwd: place,
      env: programEnvironment,
      stdio: ['ignore', log.fd, log.fd],
      // A process group of its own: Ctrl-C at the console must not stop the server before its clients.
      detached: true,
      ...(drop && account && { uid: account.uid, gid: account.gid }),
    });
    await spawned(child);
    if (await awaitReady(child, cluster.directory)) return child;
    throw explainFailure((await readFile(logFile)).subarray(size).toString(), port);
  } finally {
    await log.close();
  }
}

async function launchOnSomePort(
  options: Launch,
  wanted: number | undefined,
): Promise<{ child: ChildProcess; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = wanted ?? (await freePort());
    try {
      return { child: await launch(options, port), port };
    } catch (error) {
      // Between choosing a free port and listening on it, somebody else may take it.
      const taken = error instanceof EmbeddedPostgresError && error.message.startsWith('Port ');
      if (wanted !== undefined || !taken || attempt >= portAttemptsMax) throw error;
    }
  }
}

async function stopChild(child: ChildProcess, durable: boolean): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(durable ? 'SIGINT' : 'SIGQUIT');
  const patience = setTimeout(() => child.kill('SIGQUIT'), stopTimeoutMs);
  await ended;
  clearTimeout(patience);
}

async function ensureDatabase(url: (database: string) => string): Promise<void> {
  const client = new pg.Client({ connectionString: url('postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', ['tillgate']);
    if (!rowCount) await client.query('CREATE DATABASE tillgate');
  } finally {
    await client.end();
  }
}

function fullDisk(error: unknown): never {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  throw code === 'ENOSPC' || code === 'EDQUOT' ? explainFailure('No space left on device') : error;
}

/**
 * Starts the PostgreSQL that comes with the npm packages. Makes the cluster and the database `tillgate` on the first
 * start. Throws {@link EmbeddedPostgresError} with a sentence for the user when it cannot.
 */
export function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  return start(options).catch(fullDisk);
}

async function start(options: PostgresOptions): Promise<RunningPostgres> {
  const { durable } = options;
  const dataDir = resolve(options.dataDir);
  const account = chooseAccount();
  const place = await placeFor(dataDir, account, durable);
  const bin = await binariesFor(account, dataDir);
  const cluster = await ensureCluster({ bin, account, dataDir, place, trust: !durable, durable });
  await stopOrphan(cluster.directory);
  const logFile = options.logFile ?? join(dataDir, 'postgres.log');
  const { child, port } = await launchOnSomePort({ bin, account, cluster, place, logFile, durable }, options.port);
  const credentials = cluster.password ? `${superuser}:${cluster.password}` : superuser;
  const url = (database = 'tillgate') => `postgresql://${credentials}@${host}:${port}/${database}`;
  // For systems without setpriv; a clean end of this process takes the server along.
  const onExit = () => child.kill('SIGQUIT');
  process.once('exit', onExit);
  child.unref();
  let stopping = false;
  const crashed = new Promise<void>((done) => {
    child.once('exit', () => {
      process.removeListener('exit', onExit);
      if (!stopping) done();
    });
  });
  const stop = async () => {
    stopping = true;
    child.ref();
    await stopChild(child, durable);
    if (!durable) await removePlace(dataDir, place);
  };
  await ensureDatabase(url).catch(async (error) => {
    await stop();
    throw error;
  });
  const socketDirectory = socketDirectoryOf(durable, cluster.directory);
  return { port, pid: child.pid ?? 0, place, socketDirectory, url, crashed, stop };
}
