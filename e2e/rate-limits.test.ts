import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStack, type Stack } from './support/stack.ts';

const perKey = 10;
const perPhone = 4;
/** So long that no window ends while a test runs. */
const windowSeconds = 3_600;
const limits = {
  RATE_LIMIT_COLLECT_PER_KEY: `${perKey}/${windowSeconds}`,
  RATE_LIMIT_COLLECT_PER_PHONE: `${perPhone}/${windowSeconds}`,
};

const hasRedis = (() => {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** A Redis of this test's own, on a Unix socket in a folder of its own. */
async function startRedis(given?: string): Promise<{ url: string; folder: string; stop(): Promise<void> }> {
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'tillgate-redis-')));
  const socket = join(folder, 'redis.sock');
  const child = spawn('redis-server', ['--port', '0', '--unixsocket', socket, '--save', '', '--dir', folder], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => chunk.toString().includes('ready to accept') && resolve());
  });
  return {
    url: socket,
    folder,
    async stop() {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
  };
}

let stack: Stack;
let redis: Awaited<ReturnType<typeof startRedis>> | undefined;
beforeAll(async () => {
  stack = await createStack();
  if (hasRedis) redis = await startRedis();
});
afterAll(async () => {
  await stack.close();
  if (!redis) return;
  await redis.stop();
  await rm(redis.folder, { recursive: true, force: true });
});

type Apis = { port: number }[];

/** Two api processes that count in the same store. */
function startApis(env: Record<string, string>): Promise<Apis> {
  return Promise.all([1, 2].map(() => stack.startApi({ ...limits, ...env })));
}

/** A merchant of its own, who asks the processes in turn. */
async function merchantAt(apis: Apis) {
  const { key } = (await stack.merchant()).key();
  return async (turn: number, body: object) => {
    const port = apis[turn % apis.length]?.port;
    const response = await fetch(`http://127.0.0.1:${port}/functions/v1/collect`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Record<string, unknown>,
    };
  };
}

const stores: [string, () => Record<string, string>][] = [
  ['postgres', () => ({ RATE_LIMIT_STORE: 'postgres' })],
  ['redis', () => ({ RATE_LIMIT_STORE: 'redis', REDIS_URL: redis?.url ?? '' })],
];

describe.each(stores)('the %s store', (name, env) => {
  const isAbsent = name === 'redis' && !hasRedis;
  let apis: Apis;
  beforeAll(async () => {
    if (!isAbsent) apis = await startApis(env());
  });

  it.skipIf(isAbsent)('counts a key across two processes', async () => {
    const send = await merchantAt(apis);
    const statuses: number[] = [];
    for (let turn = 0; turn < perKey + 4; turn += 1) statuses.push((await send(turn, {})).status);
    expect(statuses).toEqual([...Array(perKey).fill(422), ...Array(4).fill(429)]);
  });

  it.skipIf(isAbsent)('counts a phone across two processes, and says when to come back', async () => {
    const send = await merchantAt(apis);
    const body = { amount: 5, phone: '254712345678' };
    for (let turn = 0; turn < perPhone; turn += 1) expect((await send(turn, body)).status).toBe(202);
    for (let turn = 0; turn < 2; turn += 1) {
      const refused = await send(turn, body);
      expect(refused.status).toBe(429);
      expect(refused.body.code).toBe('rate_limited');
      const seconds = Number(refused.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(windowSeconds);
      expect(refused.headers.get('ratelimit-policy')).toBe(`"per-key";q=${perKey};w=${windowSeconds}`);
    }
  });
});

it.skipIf(!hasRedis)(
  'a Redis that is away leaves each process to count alone, and is asked again when it is back',
  async () => {
    const first = await startRedis();
    const apis = await startApis({ RATE_LIMIT_STORE: 'redis', REDIS_URL: first.url });
    const send = await merchantAt(apis);
    const statusesOf = async (turns: number[]) => {
      const statuses: number[] = [];
      for (const turn of turns) statuses.push((await send(turn, {})).status);
      return statuses;
    };
    expect(await statusesOf([0, 1, 0])).toEqual([422, 422, 422]);
    await first.stop();
    // A balancer that asks them leaves both in.
    for (const { port } of apis) expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    // One process alone reaches the limit by its own count.
    expect(await statusesOf(Array(perKey + 2).fill(0))).toEqual([...Array(perKey).fill(422), 429, 429]);
    expect(await statusesOf([1])).toEqual([422]);
    // The new Redis knows of nothing: the process that refused takes requests again.
    const second = await startRedis(first.folder);
    await expect.poll(() => statusesOf([0])).toEqual([422]);
    await second.stop();
    await rm(first.folder, { recursive: true, force: true });
  },
);

it('the memory store counts in each process alone', async () => {
  const send = await merchantAt(await startApis({ RATE_LIMIT_STORE: 'memory' }));
  const statuses: number[] = [];
  for (let turn = 0; turn < 2 * perKey + 2; turn += 1) statuses.push((await send(turn, {})).status);
  expect(statuses.filter((status) => status === 422)).toHaveLength(2 * perKey);
  expect(statuses.slice(-2)).toEqual([429, 429]);
});
