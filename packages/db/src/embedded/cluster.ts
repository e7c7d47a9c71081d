import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, chown, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from './account.ts';
import { EmbeddedPostgresError, explainFailure } from './errors.ts';

export const superuser = 'tillgate';
const passwordFile = 'postgres-password';
const initdbTimeoutMs = 120_000;

/** Nothing of ours, so that the host's settings cannot change the cluster. */
const variables: Partial<NodeJS.ProcessEnv> = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
/** The environment of the Postgres programs, whatever variables a framework declares that every process has. */
export const programEnvironment = variables as NodeJS.ProcessEnv;

/** Runs a program to its end. Returns its exit code and what it printed. */
function run(file: string, args: string[], account: Account, cwd: string): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd,
      env: programEnvironment,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: initdbTimeoutMs,
      ...(account && { uid: account.uid, gid: account.gid }),
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', (error) => reject(explainFailure(`cannot be run: ${error.message}`)));
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() }));
  });
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** The superuser's password, random and readable by us alone. */
async function passwordIn(dataDir: string, clusterExists: boolean): Promise<string> {
  const file = join(dataDir, passwordFile);
  const known = await readFile(file, 'utf8').catch(() => undefined);
  if (known?.trim()) return known.trim();
  if (clusterExists) {
    throw new EmbeddedPostgresError(`The password of the database is missing: restore ${file}.`);
  }
  const password = randomBytes(24).toString('base64url');
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  return password;
}

type ClusterOptions = {
  bin: string;
  account: Account;
  dataDir: string;
  place: string;
  trust: boolean;
  durable: boolean;
};
export type Cluster = { directory: string; password: string | undefined };

/** Makes the cluster unless it exists: UTF-8, a collation that is the same on every system, all or nothing. */
export async function ensureCluster(options: ClusterOptions): Promise<Cluster> {
  const { bin, account, dataDir, place, trust, durable } = options;
  const directory = join(place, 'cluster');
  const made = await exists(join(directory, 'PG_VERSION'));
  const password = trust ? undefined : await passwordIn(dataDir, made);
  if (made) return { directory, password };
  const staging = `${directory}.new`;
  await rm(staging, { recursive: true, force: true });
  const pwfile = join(place, 'pwfile');
  const args = ['-D', staging, '-U', superuser, '-E', 'UTF8', '--locale=C', '--no-instructions'];
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  args.push(trust ? '--auth=trust' : '--auth=scram-sha-256', ...(durable ? [] : ['--no-sync']));
  if (password) {
    await writeFile(pwfile, `${password}\n`, { mode: 0o600 });
    if (account) await chown(pwfile, account.uid, account.gid);
    args.push(`--pwfile=${pwfile}`);
  }
  try {
    const { code, output } = await run(join(bin, 'initdb'), args, account, place);
    if (code !== 0) throw explainFailure(output);
    await rename(staging, directory);
  } finally {
    await rm(pwfile, { force: true });
    await rm(staging, { recursive: true, force: true });
  }
  return { directory, password };
}
