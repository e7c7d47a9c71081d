import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cable, startCable } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Binary, freePorts, onPath, startBinary } from './support/binary.ts';
import { call } from './support/client.ts';
import { createStack, type Stack } from './support/stack.ts';

const haproxy = process.env.HAPROXY_BIN ?? onPath('haproxy');

describe.skipIf(!haproxy)('behind the balancer of ops/compose (HAPROXY_BIN, or haproxy on the PATH)', () => {
  let stack: Stack;
  let cable: Cable;
  let balancer: Binary | undefined;
  let directory: string | undefined;
  let origin: string;
  beforeAll(async () => {
    stack = await createStack();
    cable = await startCable(stack.test.urlAs('api'));
    await stack.startApi({ DATABASE_URL: cable.url });
    await stack.startWorker();
    const [port = 0, inngest = 0] = await freePorts(2);
    origin = `http://127.0.0.1:${port}`;
    directory = mkdtempSync(join(tmpdir(), 'tillgate-balancer-'));
    const file = join(directory, 'haproxy.cfg');
    const apiPort = new URL(stack.baseUrl).port;
    const shipped = readFileSync(new URL('../ops/compose/haproxy.cfg', import.meta.url), 'utf8');
    const ours = shipped
      .replace('bind :4000', `bind 127.0.0.1:${port}`)
      .replace('bind :4010', `bind 127.0.0.1:${inngest}`)
      .replaceAll('127.0.0.1:4100', `127.0.0.1:${apiPort}`)
      .replaceAll(/^ {2}server api2 .*$/gm, '');
    writeFileSync(file, ours);
    balancer = startBinary(haproxy ?? '', directory, ['-f', file, '-db']);
    await balancer.until(async () => (await fetch(`${origin}/readyz`)).ok);
  });
  afterAll(async () => {
    await balancer?.stop();
    if (directory) rmSync(directory, { recursive: true, force: true });
    await stack?.close();
    cable?.close();
  });

  it('callbacks reach an API whose database is away, and nothing else does', async () => {
    const merchant = await stack.merchant();
    const { key } = merchant.key();
    const { confirmationUrl, shortcode } = (
      await call(`${stack.baseUrl}/c2b-register`, key, { method: 'POST', body: {} })
    ).body;
    const hook = origin + new URL(String(confirmationUrl)).pathname;
    const body = { TransID: 'TKB0000001', TransAmount: '10.00', BusinessShortCode: shortcode, MSISDN: '' };
    cable.cut();
    const paths = `${origin}${new URL(stack.baseUrl).pathname}`;
    await expect.poll(async () => (await fetch(`${paths}/payments`)).status).toBe(503);
    const posted = await fetch(hook, { method: 'POST', body: JSON.stringify(body) });
    expect(posted.status).toBe(200);
    await posted.body?.cancel();
    cable.mend();
    const own = { applicationId: merchant.applicationId };
    await expect.poll(() => stack.ctx.db.prisma.payment.count({ where: own })).toBe(1);
  });
});
