import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { testMs } from './patience.ts';

const logLinesMax = 20_000;

/** One of our processes, as it is deployed. */
export type Program = {
  /** Where it listens. */
  port: number;
  pid: number;
  /** kill -9, and the wait until it is gone. */
  kill(): Promise<void>;
  /** SIGTERM; answers the exit code. */
  stop(): Promise<number | null>;
  /** Stops reading what it prints. */
  closeOutput(): void;
  /** Waits for its end; returns the exit code. */
  ended(): Promise<number | null>;
};

/**
 * Starts `dist/main.js` of a workspace and waits until it says that it listens. Its lines are added to `lines`. `within` is
 * a command that becomes the process.
 */
export async function startProgram(
  folder: string,
  env: Record<string, string>,
  lines: string[],
  within: readonly string[] = [],
): Promise<Program> {
  const main = new URL(`../../${folder}/dist/main.js`, import.meta.url).pathname;
  const [command = '', ...args] = [...within, process.execPath, decodeURIComponent(main)];
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH ?? '', TZ: 'UTC', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = once(child, 'exit');
  const tooLate = setTimeout(() => child.kill('SIGKILL'), testMs);
  const port = await Promise.race([listening(child, lines), ended(child, folder, lines)]);
  clearTimeout(tooLate);
  return {
    port,
    pid: child.pid ?? 0,
    kill: () => end(child, 'SIGKILL').then(() => undefined),
    stop: () => end(child, 'SIGTERM'),
    closeOutput() {
      child.stdout.destroy();
      child.stderr.destroy();
    },
    ended: () => (child.exitCode === null ? exit.then(() => child.exitCode) : Promise.resolve(child.exitCode)),
  };
}

function listening(child: ChildProcess, lines: string[]): Promise<number> {
  return new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        if (lines.length < logLinesMax) lines.push(line);
        if (!line.includes('"msg":"listening"')) return;
        resolve((JSON.parse(line) as { port: number }).port);
      });
    }
  });
}

async function ended(child: ChildProcess, folder: string, lines: string[]): Promise<never> {
  const [code, signal] = await once(child, 'exit');
  throw new Error(`${folder} ended (${code ?? signal}) before it listened:\n${lines.slice(-20).join('\n')}`);
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
  return child.exitCode;
}
