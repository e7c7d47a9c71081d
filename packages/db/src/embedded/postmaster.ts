import { spawnSync } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgresError } from './errors.ts';

const pollMs = 20;
const fastShutdownMs = 15_000;
const immediateShutdownMs = 10_000;

type Postmaster = { pid: number; ready: boolean };

/** What Postgres wrote about itself into the cluster's directory; undefined when it does not run, or not yet. */
export async function readPostmaster(directory: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(directory, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  // The eighth line is the state that pg_ctl waits for too.
  return Number.isInteger(pid) && pid > 1 ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined;
}

function commandLine(pid: number): string {
  // The pid may have been given to somebody else since: only a server on this very directory counts.
  return spawnSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
}

/** Whether `pid` is a living server of this cluster. */
async function isServing(pid: number, directory: string): Promise<boolean> {
  const linux = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  const args = linux ?? (process.platform === 'linux' ? '' : commandLine(pid));
  return args.includes('postgres') && args.includes(directory);
}

async function gone(pid: number, directory: string, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    if (!(await isServing(pid, directory))) return true;
    await delay(pollMs);
  }
  return false;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended in the meantime.
  }
}

/**
 * Ends a server that a killed parent left behind. The caller must hold the lock on the data directory: whatever still
 * runs on it is then an orphan.
 */
export async function stopOrphan(directory: string): Promise<void> {
  const postmaster = await readPostmaster(directory);
  if (!postmaster) return;
  if (await isServing(postmaster.pid, directory)) {
    signal(postmaster.pid, 'SIGINT');
    if (await gone(postmaster.pid, directory, fastShutdownMs)) return;
    signal(postmaster.pid, 'SIGQUIT');
    if (await gone(postmaster.pid, directory, immediateShutdownMs)) return;
    throw new EmbeddedPostgresError(
      `An earlier PostgreSQL (process ${postmaster.pid}) does not stop: end it and start again.`,
    );
  }
  // A stale file whose pid belongs to a stranger would make Postgres refuse to start.
  await rm(join(directory, 'postmaster.pid'), { force: true });
}
