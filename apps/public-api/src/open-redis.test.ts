import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { lacksRedis, startRedis } from '@tillgate/domain/testing';
import { createLogger } from '@tillgate/process';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { openRedis } from './open-redis.ts';

const log = pino({ enabled: false });

/** Answers what a client asks before it is ready; what it asked so far waits in the socket. */
function serve(socket: Socket): void {
  const info = 'redis_version:8.0.0\r\nloading:0\r\n';
  const answers: Record<string, string> = {
    hello: '%1\r\n$5\r\nproto\r\n:3\r\n',
    client: '+OK\r\n',
    info: `$${info.length}\r\n${info}\r\n`,
  };
  socket.on('data', (chunk) => {
    for (const [, command = ''] of chunk.toString().matchAll(/\r\n(hello|client|info)\r\n/g)) {
      socket.write(answers[command] ?? '');
    }
  });
}

it('waits until Redis takes commands', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  let isOpen = false;
  const opening = openRedis(`redis://127.0.0.1:${(server.address() as AddressInfo).port}`, log).finally(() => {
    isOpen = true;
  });
  const [socket] = (await once(server, 'connection')) as [Socket];
  expect(isOpen).toBe(false);
  serve(socket);
  const redis = await opening;
  expect(redis.status).toBe('ready');
  redis.disconnect();
  socket.destroy();
  server.close();
});

it.skipIf(lacksRedis())(
  'goes on without a Redis that refuses the password, and keeps the password out of the log',
  async () => {
    const server = await startRedis(['--requirepass', 'sesame']);
    const lines: string[] = [];
    const telling = createLogger('api', 'info', { write: (line) => void lines.push(line) });
    const redis = await openRedis(server.url.replace('//', '//:canary@'), telling);
    expect(redis.status).not.toBe('ready');
    redis.disconnect();
    await server.kill();
    expect(lines[0]).toContain('WRONGPASS');
    expect(lines.join('')).not.toContain('canary');
  },
);

it('goes on without a Redis that refuses', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const redis = await openRedis(`redis://127.0.0.1:${port}`, log);
  expect(redis.status).not.toBe('ready');
  redis.disconnect();
});
