import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const endWithParent = new URL('end-with-parent.mjs', import.meta.url).href;
const forever = 'setInterval(() => {}, 1_000); process.on("SIGTERM", () => process.exit(7)); process.send?.("up")';

function startChild() {
  const args = ['--import', endWithParent, '--input-type=module', '-e', forever];
  return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
}

it('a process ends as on SIGTERM when its parent is gone', async () => {
  const child = startChild();
  const exit = once(child, 'exit');
  await once(child, 'message');
  child.disconnect();
  expect(await exit).toEqual([7, null]);
});

it('a process whose parent is gone before its code runs ends all the same', async () => {
  const child = startChild();
  const exit = once(child, 'exit');
  child.disconnect();
  const [code, signal] = await exit;
  expect(code === 7 || signal === 'SIGTERM').toBe(true);
});

it('a process without a channel, a helper of one of ours, runs on', async () => {
  const args = ['--import', endWithParent, '--input-type=module', '-e', 'setTimeout(() => process.exit(3), 200)'];
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  expect(await once(child, 'exit')).toEqual([3, null]);
});
