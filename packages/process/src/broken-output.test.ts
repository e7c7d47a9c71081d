import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, vi } from 'vitest';

/** A busy machine takes its time to start a program. */
const timeoutMs = 60_000;
vi.setConfig({ testTimeout: 2 * timeoutMs });
const kit = new URL('index.ts', import.meta.url).href;

/** Runs a program whose output nobody reads, and returns its exit code once it was told to go on. */
async function endOf(code: string): Promise<number | null> {
  const source = `import { createLogger, shutDownOnSignal } from ${JSON.stringify(kit)};
    const log = createLogger('worker', 'info');
    process.once('message', async () => { ${code} });
    process.send('up');`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  await once(child, 'message');
  child.stdout?.destroy();
  child.stderr?.destroy();
  child.send('the reader is gone');
  const [exitCode] = await once(child, 'exit');
  return exitCode;
}

const turn = 'await new Promise((resolve) => setImmediate(resolve));';

it('a fatal error that nobody reads ends the process all the same', async () => {
  expect(await endOf(`log.fatal('lost'); process.exit(3);`)).toBe(3);
  expect(
    await endOf(`log.info('one'); ${turn} log.info('two'); log.fatal('lost'); log.flush(); process.exit(3);`),
  ).toBe(3);
});

it('a process whose output nobody reads goes on, whatever it writes', async () => {
  const writes = `log.info('one'); process.stdout.write('two'); process.stderr.write('three'); console.error('four');`;
  expect(
    await endOf(`${writes} ${turn} ${writes} ${turn} log.error(new Error('five')); ${turn} process.exit(4);`),
  ).toBe(4);
});

it('a process whose output nobody reads closes its parts on SIGTERM', async () => {
  const parts = `[() => log.info('one'), () => { log.fatal('two'); }, () => { process.exit(5); }]`;
  const code = `shutDownOnSignal({ log, graceMs: 60_000, close: ${parts} }); process.kill(process.pid, 'SIGTERM');
    setInterval(() => {}, 1_000);`;
  expect(await endOf(code)).toBe(5);
});
