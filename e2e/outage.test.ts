import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from './support/client.ts';
import { createStack, type Stack } from './support/stack.ts';

/** The way to the database, which a test can cut. */
async function startCable(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  url.hostname = '127.0.0.1';
  return {
    url: url.toString(),
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    mend() {
      isCut = false;
    },
    close: () => server.close(),
  };
}

let stack: Stack;
let cable: Awaited<ReturnType<typeof startCable>>;
beforeAll(async () => {
  stack = await createStack({ simulator: { delayMs: 100, slowAckMs: 1_500 } });
  cable = await startCable(stack.test.url);
});
afterAll(async () => {
  await stack.close();
  cable.close();
});

it('an answer of the provider that comes while the database is away is kept until it is back', async () => {
  const merchant = await stack.merchant();
  const { key } = merchant.key();
  await stack.startApi({ DATABASE_URL: cable.url });
  await stack.startWorker();
  const magic = (await (await fetch(`${stack.provider}/admin/magic`)).json()) as {
    scenarios: { slug: string; phone: string }[];
  };
  const phone = magic.scenarios.find(({ slug }) => slug === 'slow-ack')?.phone;
  const collecting = call(`${stack.baseUrl}/collect`, key, {
    method: 'POST',
    body: { amount: 10, phone },
    idempotencyKey: 'outage',
  });
  const prompts = async () =>
    ((await (await fetch(`${stack.provider}/admin/requests`)).json()) as { counts: Record<string, number> }).counts[
      'POST /mpesa/stkpush/v1/processrequest'
    ] ?? 0;
  await expect.poll(prompts).toBe(1);
  cable.cut();
  // The acknowledgement has come when the prompt is answered: from then on only the database is missing.
  await expect.poll(() => stack.lines.some((line) => line.includes('the database is away'))).toBe(true);
  cable.mend();
  const answer = await collecting;
  expect(answer.status).toBe(202);
  const again = await call(`${stack.baseUrl}/collect`, key, {
    method: 'POST',
    body: { amount: 10, phone },
    idempotencyKey: 'outage',
  });
  expect(again).toEqual(answer);
  expect(await prompts()).toBe(1);
  await expect
    .poll(async () => (await call(`${stack.baseUrl}/status/${answer.body.paymentId}`, key)).body.status)
    .toBe('success');
});
