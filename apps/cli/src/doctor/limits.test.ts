import { createServer, type Socket } from 'node:net';
import { lacksRedis, startRedis } from '@tillgate/domain/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { examineLimits } from './limits.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function redisServer(...options: string[]) {
  const server = await startRedis(options);
  closers.push(server.kill);
  return server;
}

const problem = (words: string | RegExp) => ({
  part: 'limits',
  ok: false,
  detail: expect.stringMatching(words),
});

describe('the store of limits', () => {
  it('is not asked where no Redis is named', async () => {
    expect(await examineLimits(undefined)).toEqual({
      part: 'limits',
      ok: true,
      detail: 'Not asked: REDIS_URL is not set here. Set it as on the API where limits are counted in Redis.',
    });
  });

  it('is a fault when nothing listens there, and the address is named without its password', async () => {
    const { detail, ok } = await examineLimits('redis://:canary@127.0.0.1:1');
    expect([ok, detail]).toEqual([
      false,
      'Check REDIS_URL (127.0.0.1:1) and whether Redis is running: connect ECONNREFUSED 127.0.0.1:1. Until it is back, each API counts alone.',
    ]);
  });

  it.each(['redis://:can/ary@127.0.0.1:1', 'redis://:can#ary@127.0.0.1:1', 'me:canary@127.0.0.1'])(
    'is a fault when %s is no address, which is not shown because it may have a password',
    async (url) => {
      const found = await examineLimits(url);
      expect(found).toEqual(problem(/^REDIS_URL is no address of a Redis.*%XX/));
      expect(found.detail).not.toMatch(/can|ary/);
    },
  );

  it('is a fault when something listens and says nothing', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    closers.push(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    const { port } = server.address() as { port: number };
    expect(await examineLimits(`redis://127.0.0.1:${port}`, 200)).toEqual(problem('does not answer within 0.2 s'));
  });
});

describe.skipIf(lacksRedis())('a Redis that counts limits', () => {
  it('is well when it takes a counter, also with a password', async () => {
    const server = await redisServer('--requirepass', 'ses#me');
    expect(await examineLimits(server.url.replace('//', '//:ses%23me@'))).toEqual({
      part: 'limits',
      ok: true,
      detail: `Redis at 127.0.0.1:${server.port} takes counters.`,
    });
  });

  it('is a fault when it refuses the password, which is not shown', async () => {
    const server = await redisServer('--requirepass', 'sesame');
    const found = await examineLimits(server.url.replace('//', '//:canary@'));
    expect(found).toEqual(problem(/Correct the password in REDIS_URL/));
    expect(found.detail).not.toContain('canary');
    expect(await examineLimits(server.url)).toEqual(problem(/Correct the password in REDIS_URL/));
  });

  it('is a fault when it is full', async () => {
    const server = await redisServer('--maxmemory', '1', '--maxmemory-policy', 'noeviction');
    expect(await examineLimits(server.url)).toEqual(problem(/is full.*Give it more maxmemory/));
  });

  it('is a fault when it hangs', async () => {
    const server = await redisServer();
    server.hang();
    expect(await examineLimits(server.url, 200)).toEqual(problem('does not answer within 0.2 s'));
  });

  it('is warned of when it may throw counters away', async () => {
    const server = await redisServer('--maxmemory', '100mb', '--maxmemory-policy', 'allkeys-lru');
    expect(await examineLimits(server.url)).toMatchObject({
      ok: true,
      detail: expect.stringMatching(/^Warning\. .*maxmemory-policy allkeys-lru.*noeviction/),
    });
  });
});
