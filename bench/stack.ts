import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { StackFacts } from '../e2e/browser/support/stack.mjs';

const serve = fileURLToPath(new URL('../e2e/browser/support/serve.mjs', import.meta.url));

/** The whole product with its demo merchant, as built, in processes of its own. */
export async function startDemoStack(): Promise<{ facts: StackFacts; stop(): Promise<void> }> {
  const child = fork(serve, ['--demo'], { execArgv: [] });
  const facts = await Promise.race([
    once(child, 'message').then(([message]) => message as StackFacts),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The product did not start (${code}): see above.`))),
  ]);
  return { facts, stop: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}
