import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { findChromium } from '../../../scripts/lib/chromium.mjs';
import { factsVariable, type StackFacts } from './stack.ts';

/** One stack for all specs: the one that TILLGATE_BROWSER_STACK names, or one that lives as long as the run. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const [stack] = await Promise.all([openStack(), findChromium()]);
  process.env[factsVariable] = JSON.stringify(stack.facts);
  return stack.close;
}

async function openStack(): Promise<{ facts: StackFacts; close: () => Promise<void> }> {
  const file = process.env.TILLGATE_BROWSER_STACK;
  if (file) return { facts: JSON.parse(await readFile(file, 'utf8')), close: async () => {} };
  // A process of its own: it has loaders of its own, and it ends what it started also when this one is killed.
  const args = process.env.TILLGATE_BROWSER_WEB === 'dev' ? ['--dev'] : [];
  const child = fork(fileURLToPath(new URL('serve.mjs', import.meta.url)), args, { execArgv: [] });
  const facts = await Promise.race([
    once(child, 'message').then(([message]) => message as StackFacts),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the stack did not start (${code}): see above`))),
  ]);
  return { facts, close: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}
