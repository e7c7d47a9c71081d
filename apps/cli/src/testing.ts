import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { inject } from 'vitest';
import { run } from './run.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The command line as one file for Node (scripts/lib/bundled-cli.mjs). */
    cliProgram: string;
  }
}

const runTimeoutMs = 30_000;

type Outcome = { code: number | null; stdout: string; stderr: string };

/** Runs the real program in its own process. Its environment is `env` and PATH only. */
export async function tillgate(args: string[], env: Record<string, string>): Promise<Outcome> {
  const child = spawn(process.execPath, ['--enable-source-maps', inject('cliProgram'), ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
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

/** Runs one command line in this process. */
export async function runHere(args: string[]): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', ''];
  const code = await run(args, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  return { code, out, err };
}
