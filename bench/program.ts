import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
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
        const listening = portIn(line);
        if (listening !== undefined) resolve(listening);
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

/** The port of a line that says that a process listens. The simulator says it in words of its own. */
function portIn(line: string): number | undefined {
  if (line.includes('"msg":"listening"')) return (JSON.parse(line) as { port: number }).port;
  const port = /Server listening at http:\/\/[^"]*:(\d+)/.exec(line)?.[1];
  return port === undefined ? undefined : Number(port);
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

/** A port that nothing listens on at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** Resident memory in MB. NaN where the kernel does not tell, as on macOS. */
export function residentMb(pid: number): number {
  try {
    const kB = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kB) / 1024;
  } catch {
    return Number.NaN;
  }
}
