import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, vi } from 'vitest';

/** A busy machine takes its time to start a program. */
const upTimeoutMs = 60_000;
vi.setConfig({ testTimeout: 2 * upTimeoutMs });
const kit = new URL('index.ts', import.meta.url).href;

/** Runs a program that uses the kit until it prints `up`, then sends the signal. */
async function endOf(code: string, signal: NodeJS.Signals) {
  const source = `import { createLogger, shutDownOnSignal } from ${JSON.stringify(kit)};
    const log = createLogger('api', 'info');
    const say = (text) => () => log.info(text);
    setInterval(() => {}, 1_000);
    ${code}
    log.info('up');`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  const closed = once(child, 'close');
  await expect.poll(() => printed, { timeout: upTimeoutMs }).toContain('"up"');
  child.kill(signal);
  const [exitCode] = await closed;
  return { exitCode, printed };
}

it.each(['SIGTERM', 'SIGINT'] as const)('%s closes the parts in their order', async (signal) => {
  const { exitCode, printed } = await endOf(
    `shutDownOnSignal({ log, graceMs: 60_000, close: [async () => say('first')(), say('second')] });`,
    signal,
  );
  expect(exitCode).toBe(0);
  expect(printed).toMatch(/"reason":"SIG(TERM|INT)","msg":"stopping"[\s\S]*"first"[\s\S]*"second"\}\n$/);
});

it('a part that cannot be closed is logged, and the others are closed all the same', async () => {
  const { exitCode, printed } = await endOf(
    `shutDownOnSignal({ log, graceMs: 60_000, close: [() => { throw new Error('stuck'); }, say('second')] });`,
    'SIGTERM',
  );
  expect(exitCode).toBe(1);
  expect(printed).toMatch(/stuck[\s\S]*"second"\}\n$/);
});

it('a part that never closes is given up after the grace', async () => {
  const { exitCode } = await endOf(
    `shutDownOnSignal({ log, graceMs: 50, close: [() => new Promise(() => {})] });`,
    'SIGTERM',
  );
  expect(exitCode).toBe(1);
});
