import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { keepAliveSeconds } from '@tillgate/process';
import { afterAll, beforeAll, expect, it } from 'vitest';

// As Next does: a server made with nothing but a listener, by what `require` gives.
const program = `
  const server = require('http').createServer((request, response) => request.resume().once('end', () => response.end()));
  server.listen(0, '127.0.0.1', () => {
    const { requestTimeout, headersTimeout, keepAliveTimeout } = server;
    console.log(JSON.stringify({ port: server.address().port, requestTimeout, headersTimeout, keepAliveTimeout }));
  });`;

type Server = { port: number; requestTimeout: number; headersTimeout: number; keepAliveTimeout: number };

async function start(query: string, environment: Record<string, string> = {}) {
  const deadlines = new URL(`../request-deadlines.mjs${query}`, import.meta.url).href;
  const child = spawn(process.execPath, ['--import', deadlines, '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  const [line] = await once(child.stdout, 'data');
  return { child, ...(JSON.parse(String(line)) as Server) };
}

let quick: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  quick = await start('?timeoutMs=100');
});
afterAll(() => {
  quick.child.kill();
});

it('the server of the dashboard has 30 s for a request', async () => {
  const { child, requestTimeout, headersTimeout } = await start('');
  child.kill();
  expect([requestTimeout, headersTimeout]).toEqual([30_000, 30_000]);
});

it.each([
  ['as long as the other processes do', {}, keepAliveSeconds * 1000],
  ['as long as the operator says', { KEEP_ALIVE_SECONDS: '120' }, 120_000],
])('the server of the dashboard keeps idle connections %s', async (_how, environment, expected) => {
  const { child, keepAliveTimeout } = await start('', environment);
  child.kill();
  expect(keepAliveTimeout).toBe(expected);
});

it.each([
  ['headers', 'POST / HTTP/1.1\r\nhost: x\r\n'],
  ['a body', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n{'],
])('%s that do not come are cut off', async (_what, bytes) => {
  const socket = connect(quick.port, '127.0.0.1', () => socket.write(bytes));
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  await once(socket, 'close');
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});
