import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { inject } from 'vitest';
import { run } from './run.ts';
import type { Terminal } from './terminal.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The command line as one file for Node (scripts/lib/bundled-cli.mjs). */
    cliProgram: string;
  }
}

const runTimeoutMs = 60_000;

type Outcome = { code: number | null; stdout: string; stderr: string };

const path = () => ({ PATH: process.env.PATH ?? '' });

/**
 * Starts the real program in its own process. Its environment is `env` and PATH only. A start costs about a second, so
 * only tests of what a process does (exit codes, streams, signals) use it.
 */
export async function startProgram(args: string[], env: Record<string, string>): Promise<Outcome> {
  const child = spawn(process.execPath, ['--enable-source-maps', inject('cliProgram'), ...args], {
    env: { ...path(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: runTimeoutMs,
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}

let environmentIsFree: Promise<unknown> = Promise.resolve();

/**
 * Calls `use` while the environment of this process is `env` and PATH only. Calls take turns, because they share the
 * environment.
 */
export function withEnvironment<T>(env: Record<string, string>, use: () => Promise<T>): Promise<T> {
  const turn = environmentIsFree.then(async () => {
    const before = process.env;
    process.env = { ...path(), ...env };
    try {
      return await use();
    } finally {
      process.env = before;
    }
  });
  environmentIsFree = turn.catch(() => {});
  return turn;
}

/** Runs one command line in this process, with `env` and PATH as its environment. */
export function tillgate(args: string[], env: Record<string, string> = {}): Promise<Outcome> {
  return withEnvironment(env, async () => {
    let [stdout, stderr] = ['', ''];
    const terminal: Terminal = {
      out: (text) => {
        stdout += text;
      },
      err: (text) => {
        stderr += text;
      },
    };
    const code = await run(args, terminal);
    return { code, stdout, stderr };
  });
}
