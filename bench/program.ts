import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Of the kernel: USER_HZ. */
const ticksPerSecond = 100;

/** A process of the bench. */
export type Program = { name: string; pid: number; port: number; stop(): Promise<void> };

/** Starts a built process of the product, or a server of the bench, and waits until it listens. */
export async function startProgram(name: string, file: string, env: Record<string, string>): Promise<Program> {
  const loader = file.endsWith('.ts') ? ['--import', 'tsx'] : [];
  const child = spawn(process.execPath, [...loader, file], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', TZ: 'UTC', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const port = await new Promise<number>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        if (lines.push(line) > 50) lines.shift();
        if (line.includes('"msg":"listening"')) resolve((JSON.parse(line) as { port: number }).port);
      });
    }
    child.once('exit', (code) => reject(new Error(`${name} ended (${code}):\n${lines.join('\n')}`)));
  });
  child.removeAllListeners('exit');
  return {
    name,
    pid: child.pid ?? 0,
    port,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** CPU milliseconds that a process has used, user and system. 0 where the kernel does not tell, as on macOS. */
export function cpuMsOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
  } catch {
    return 0;
  }
}

/** CPU milliseconds of a server and of the processes that it has started. Counts those that have ended, too. */
export function cpuMsOfTree(pid: number): number {
  let total = 0;
  try {
    for (const entry of readdirSync('/proc')) {
      if (!/^\d+$/.test(entry)) continue;
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (Number(entry) !== pid && Number(fields[1]) !== pid) continue;
      const own = Number(fields[11]) + Number(fields[12]);
      const ended = Number(entry) === pid ? Number(fields[13]) + Number(fields[14]) : 0;
      total += ((own + ended) * 1000) / ticksPerSecond;
    }
  } catch {
    // A process ended while it was looked at.
  }
  return total;
}
