import { once } from 'node:events';
import { Agent, createServer, get } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it } from 'vitest';
import { keepAliveSeconds, requestDeadlines, requestTimeoutMs } from './request-deadlines.ts';

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

it('keep idle connections for longer than the usual balancer, which gives them up after a minute', () => {
  expect(keepAliveSeconds).toBeGreaterThan(60);
  expect(requestDeadlines().keepAliveTimeout).toBe(keepAliveSeconds * 1000);
  expect(requestDeadlines(100, 3).keepAliveTimeout).toBe(3_000);
});

it('let an idle connection be used again after the time for a request has passed', async () => {
  const timeoutMs = 50;
  const server = createServer(requestDeadlines(timeoutMs), (_request, response) => response.end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async () => {
    const request = get({ host: '127.0.0.1', port, agent });
    const [response] = await once(request, 'response');
    await once(response.resume(), 'end');
    return { isReused: request.reusedSocket, status: response.statusCode };
  };
  await ask();
  // A client that says nothing is cut off: then the server has looked for late requests, and this one's time has passed.
  const silent = connect(port, '127.0.0.1').on('error', () => {});
  await once(silent.resume(), 'close');
  expect(await ask()).toEqual({ isReused: true, status: 200 });
  agent.destroy();
  server.close();
});
