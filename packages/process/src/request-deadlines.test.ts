import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it } from 'vitest';
import { requestDeadlines, requestTimeoutMs } from './request-deadlines.ts';

it('are 30 s, and late requests are looked for often', () => {
  expect(requestTimeoutMs).toBe(30_000);
  const { requestTimeout, headersTimeout, connectionsCheckingInterval } = requestDeadlines();
  expect([requestTimeout, headersTimeout]).toEqual([30_000, 30_000]);
  expect(connectionsCheckingInterval).toBeLessThanOrEqual(1_000);
});

it.each([
  ['nothing at all', ''],
  ['headers that do not end', 'POST / HTTP/1.1\r\nhost: x\r\n'],
  ['a body that does not come', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n{'],
])('cut off %s', async (_what, bytes) => {
  const server = createServer(requestDeadlines(100), (request, response) => {
    request.resume().once('end', () => response.end());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(bytes));
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('error', () => {});
  await once(socket, 'close');
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  server.close();
});
