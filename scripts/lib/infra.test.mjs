// @ts-check
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);
const endMs = 10_000;

it('what scripts use of our TypeScript works, and leaves no compiler running', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'tillgate-infra-'));
  // Two at once: the end of one compilation must not end the other.
  const code = `
    import { execFileSync } from 'node:child_process';
    import { ensureSealKeys, startPostgres } from ${JSON.stringify(new URL('infra.mjs', import.meta.url).href)};
    const [keys, started] = await Promise.allSettled([
      ensureSealKeys(${JSON.stringify(directory)}),
      startPostgres({ dataDir: '/dev/null/nowhere', durable: false }),
    ]);
    const listChildren = () => execFileSync('ps', ['-A', '-o', 'ppid=,comm=']).toString().split('\\n')
      .filter((line) => Number.parseInt(line, 10) === process.pid && !/ps$/.test(line));
    // A compiler that was told to end needs a moment on a busy machine.
    const deadline = Date.now() + ${endMs};
    let children = listChildren();
    while (children.length > 0 && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      children = listChildren();
    }
    console.log(JSON.stringify({ keys: keys.status, reason: String(started.reason), children }));`;
  try {
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code]);
    expect(JSON.parse(stdout)).toEqual({
      keys: 'fulfilled',
      reason: expect.stringContaining('/dev/null/nowhere'),
      children: [],
    });
    expect(JSON.parse(await readFile(join(directory, 'seal-keys.json'), 'utf8'))).toHaveProperty('privateKey');
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
