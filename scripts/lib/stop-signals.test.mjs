// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './paths.mjs';
import { isRunByNpm } from './stop-signals.mjs';

const waitMs = 60_000;
const module = new URL('stop-signals.mjs', import.meta.url).href;
const npmStart = { npm_lifecycle_event: 'start', npm_package_json: join(root, 'package.json') };

/**
 * A program that says when it is up and why it is to stop. When its parent is gone, it waits for longer than anybody needs
 * to notice that, and says that it is still there.
 */
const program = `
  import { onStopSignal } from ${JSON.stringify(module)};
  onStopSignal((reason) => { console.log(reason); process.exit(0); }, { hasTerminal: process.argv[1] === 'terminal' });
  const parent = process.ppid;
  let turns = 0;
  setInterval(() => {
    if (process.ppid === parent || (turns += 1) < 3) return;
    console.log('still here');
    process.exit(0);
  }, 600);
  console.log('up');`;

/**
 * Runs the program below a parent of its own, as npm does.
 * @param {{ environment?: Record<string, string>, hasTerminal?: boolean }} [options]
 */
async function startBelowParent({ environment = {}, hasTerminal = false } = {}) {
  const parentCode = `
    const child = require('node:child_process').spawn(process.execPath,
      ['--input-type=module', '-e', process.argv[1], process.argv[2]], { stdio: 'inherit', detached: true });
    require('node:fs').writeSync(2, String(child.pid));
    setInterval(() => {}, 1000);`;
  const env = { PATH: process.env.PATH, ...environment };
  const args = ['-e', parentCode, program, hasTerminal ? 'terminal' : 'none'];
  const parent = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  parent.stdout.on('data', (chunk) => {
    said += chunk;
  });
  const [pid] = await once(parent.stderr, 'data');
  await expect.poll(() => said, { timeout: waitMs }).toBe('up\n');
  return { parent, pid: Number(pid.toString()), said: () => said.slice(3) };
}

it('npm runs it as start or dev of this repository, and as nothing else', () => {
  expect(isRunByNpm(npmStart)).toBe(true);
  expect(isRunByNpm({ ...npmStart, npm_lifecycle_event: 'dev' })).toBe(true);
  expect(isRunByNpm({ ...npmStart, npm_lifecycle_event: 'test' })).toBe(false);
  expect(isRunByNpm({ ...npmStart, npm_package_json: '/elsewhere/package.json' })).toBe(false);
  expect(isRunByNpm({})).toBe(false);
});

it('stops when the npm that runs it is killed', { timeout: 2 * waitMs }, async () => {
  const { parent, said } = await startBelowParent({ environment: npmStart });
  parent.kill('SIGKILL');
  await expect.poll(said, { timeout: waitMs }).toBe('npm is gone\n');
});

it('outlives a parent that is not npm, and a hangup without a terminal', { timeout: 2 * waitMs }, async () => {
  const { parent, pid, said } = await startBelowParent();
  process.kill(pid, 'SIGHUP');
  parent.kill('SIGKILL');
  await expect.poll(said, { timeout: waitMs }).toBe('still here\n');
});

it('below nohup, a hangup that ends npm ends nothing else', { timeout: 2 * waitMs }, async () => {
  const { parent, pid, said } = await startBelowParent({ environment: npmStart });
  process.kill(pid, 'SIGHUP');
  parent.kill('SIGHUP');
  await expect.poll(said, { timeout: waitMs }).toBe('still here\n');
});

it('stops when its terminal closes, on Ctrl-C, and on SIGTERM', { timeout: 2 * waitMs }, async () => {
  for (const signal of /** @type {const} */ (['SIGHUP', 'SIGINT', 'SIGTERM'])) {
    const { parent, pid, said } = await startBelowParent({ hasTerminal: true });
    process.kill(pid, signal);
    await expect.poll(said, { timeout: waitMs }).toBe(`${signal}\n`);
    parent.kill('SIGKILL');
  }
});
