// @ts-check
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { supervise } from './supervise.mjs';

const endWhenStuck = new URL('../../ops/end-when-stuck.mjs?seconds=2', import.meta.url).href;
const endWithParent = new URL('end-with-parent.mjs', import.meta.url).href;
const server = `
  import { createServer } from 'node:http';
  import { channel } from 'node:diagnostics_channel';
  const server = createServer((request, response) => {
    if (request.url.startsWith('/told')) {
      channel('tillgate:request').publish({ raw: request, id: 'req_7', route: '/told/:token' });
    }
    if (request.url.startsWith('/wait')) return;
    if (request.url.includes('busy')) for (;;);
    response.end(String(request.url === '/uptime' ? process.uptime() : process.pid));
  });
  server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ level: 40, msg: 'port ' + server.address().port })));`;

let directory = '';
/** @type {string[]} */
let said = [];
/** @type {Awaited<ReturnType<typeof supervise>>} */
let running;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tillgate stuck '));
  said = [];
  running = await supervise({
    name: 'api',
    args: ['--import', endWithParent, '--import', endWhenStuck, '--input-type=module', '-e', server],
    cwd: directory,
    env: { PATH: process.env.PATH ?? '' },
    logFile: join(directory, 'api.log'),
    say: (text) => said.push(text),
  });
});
afterEach(async () => {
  await running.stop();
  await rm(directory, { recursive: true, force: true });
});

const ports = () => said.flatMap((text) => /port (\d+)/.exec(text)?.[1] ?? []);
const ask = (/** @type {string} */ path) => fetch(`http://127.0.0.1:${ports().at(-1)}${path}`);
const lines = async () =>
  (await readFile(join(directory, 'api.log'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

it.each([
  ['/busy/6f1ed002ab5595859014ebf0951522d9?phone=0712345678', 'GET /wait, GET /busy/…'],
  ['/told/busy-secret', 'GET /wait, GET /told/:token (request req_7)'],
])(
  'a process that is busy with %s for ever is ended, is started again, and its log names the request',
  async (...given) => {
    const [path, busyWith] = given;
    await expect.poll(ports).toHaveLength(1);
    const first = running.pid();
    await (await ask('/done')).text();
    const waiting = ask('/wait').catch(() => 'ended');
    const stuck = ask(path).catch(() => 'ended');
    expect(await Promise.all([waiting, stuck])).toEqual(['ended', 'ended']);
    await expect.poll(ports).toHaveLength(2);
    expect(await (await ask('/again')).text()).toBe(String(running.pid()));
    expect(running.pid()).not.toBe(first);
    expect(said.join('\n')).toContain('api was ended by SIGKILL; restarting');
    const told = (await lines()).filter(({ busyWith: named }) => named);
    expect(told).toMatchObject([{ level: 60, pid: first, busyWith, msg: expect.stringContaining('did not answer') }]);
  },
);

it('a process that only waits is left alone', async () => {
  await expect.poll(ports).toHaveLength(1);
  const first = running.pid();
  const waiting = ask('/wait').catch(() => 'ended');
  // Longer than the two seconds.
  await expect.poll(async () => Number(await (await ask('/uptime')).text())).toBeGreaterThan(5);
  expect(running.pid()).toBe(first);
  await running.stop();
  await waiting;
});
