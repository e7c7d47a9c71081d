import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { createEndpoint, testEndpoint, webhookUrlJudge } from '@tillgate/domain/endpoints';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStack, type Stack } from './support/stack.ts';
import { until } from './support/until.ts';

const resolver = new URL('support/lying-resolver.mjs', import.meta.url).href;

/** What names resolve to that look like those of shops. */
const names = {
  'loopback.example.com': ['127.0.0.1'],
  'loopback-v6.example.com': ['::1'],
  'mapped.example.com': ['::ffff:7f00:1'],
  'any.example.com': ['0.0.0.0'],
  'metadata.example.com': ['169.254.169.254'],
  'several.example.com': ['10.0.0.1', '192.168.0.1', '127.0.0.1', '::1'],
};

let stack: Stack;
let listener: Server;
let connections = 0;

beforeAll(async () => {
  stack = await createStack();
  listener = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, '::');
  await once(listener, 'listening');
  await stack.startWorker({ NODE_OPTIONS: `--import=${resolver}`, LYING_NAMES: JSON.stringify(names) });
});
afterAll(async () => {
  await stack.close();
  listener.close();
});

it.each(Object.entries(names))('the built worker posts nothing to %s, which is %j', async (name) => {
  const address = listener.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const { applicationId } = await stack.merchant();
  const judging = { ...stack.ctx, judgeWebhookUrl: webhookUrlJudge([]) };
  const endpoint = { applicationId, environment: 'production' as const, url: `https://${name}:${port}/hook` };
  const { endpointId } = await createEndpoint(judging, endpoint);
  await testEndpoint(stack.ctx, { endpointId, type: 'payment.success' });
  const attempt = await until('an attempt', async () => {
    const found = await stack.ctx.db.prisma.webhookAttempt.findFirst({ where: { endpointId } });
    return found ?? undefined;
  });
  expect(attempt).toMatchObject({ statusCode: null, address: null, error: expect.stringContaining('resolves to') });
  expect(connections).toBe(0);
});
