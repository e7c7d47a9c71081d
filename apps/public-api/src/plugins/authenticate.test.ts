import type { CreateKeyInput } from '@tillgate/domain/keys';
import { seed } from '@tillgate/domain/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loneApi } from '../lone-api.fixture.ts';
import type { RunningApi } from '../testing.ts';

const running = loneApi();

/** The merchant's key, with what the test says about it. */
async function keyWith(given: Pick<CreateKeyInput, 'scopes' | 'allowedIps'>) {
  const shop = await seed(running.api.ctx).owner().application().key('sandbox', given).mint();
  return { ...shop.key(), applicationId: shop.applicationId };
}

async function call(key: string, path: string, { at = running.api, body, from }: Sent = {}) {
  const response = await fetch(`${at.baseUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(from !== undefined && { 'x-forwarded-for': from }),
    },
    body,
  });
  return { response, answer: (await response.json()) as Record<string, unknown> };
}
type Sent = { at?: RunningApi; body?: string; from?: string };

describe('a key without the scope', () => {
  it('is told which one it lacks, before its body is read and without a count against its limit', async () => {
    const { key } = await keyWith({ scopes: ['read', 'payout'] });
    const { response, answer } = await call(key, '/collect', { body: 'not JSON' });
    expect(response.status).toBe(403);
    expect(answer).toMatchObject({
      code: 'forbidden',
      title: 'Not allowed',
      detail: 'This API key does not have the scope "collect".',
      missingScope: 'collect',
    });
    expect(response.headers.get('ratelimit')).toBeNull();
    expect((await call(key, '/payments')).response.status).toBe(200);
  });

  it('leaves its Idempotency-Key unused and no payout, but a line in the request log', async () => {
    const { key, keyId, applicationId } = await keyWith({ scopes: ['collect'] });
    const body = JSON.stringify({ amount: 10, phone: '254712345678', idempotencyKey: 'one' });
    expect((await call(key, '/payout', { body })).response.status).toBe(403);
    const { prisma } = running.api.ctx.db;
    expect(await prisma.idempotencyRecord.count({ where: { applicationId } })).toBe(0);
    expect(await prisma.disbursement.count({ where: { applicationId } })).toBe(0);
    await expect
      .poll(() => prisma.apiRequest.findMany({ where: { applicationId } }))
      .toMatchObject([{ keyId, path: '/payout', statusCode: 403, errorCode: 'forbidden' }]);
  });
});

describe('a key with an allow-list', () => {
  let proxied: RunningApi;
  beforeAll(async () => {
    proxied = await running.startAnother({ TRUSTED_PROXIES: '127.0.0.1' });
  });
  afterAll(() => proxied.close());

  it('works from its addresses', async () => {
    const { key } = await keyWith({ allowedIps: ['127.0.0.0/8'] });
    expect((await call(key, '/payments')).response.status).toBe(200);
  });

  it('is refused from every other one, with nothing said of the list', async () => {
    const { key } = await keyWith({ allowedIps: ['203.0.113.0/24', '2001:db8::/32'] });
    const { response, answer } = await call(key, '/payments');
    expect(response.status).toBe(403);
    expect(answer).toMatchObject({ code: 'forbidden', detail: 'This key may not be used from 127.0.0.1.' });
    expect(answer).not.toHaveProperty('missingScope');
    expect(JSON.stringify(answer)).not.toContain('203.0.113');
  });

  it.each([
    ['203.0.113.9', 200],
    ['2001:db8::9', 200],
    ['::ffff:203.0.113.9', 200],
    ['203.0.113.9:51234', 200],
    ['[2001:db8::9]:51234', 200],
    ['198.51.100.1', 403],
    ['198.51.100.1:51234', 403],
    ['203.0.113.9, unknown', 403],
    ['203.0.113.9, 198.51.100.1', 403],
  ])('is judged by the address that a trusted proxy tells: %s gives %d', async (from, status) => {
    const { key } = await keyWith({ allowedIps: ['203.0.113.0/24', '2001:db8::/32'] });
    expect((await call(key, '/payments', { at: proxied, from })).response.status).toBe(status);
  });

  it('does not believe the address that anybody else tells', async () => {
    const { key } = await keyWith({ allowedIps: ['203.0.113.0/24'] });
    expect((await call(key, '/payments', { from: '203.0.113.9' })).response.status).toBe(403);
  });

  it('has its networks recorded, and none that it was refused from', async () => {
    const { key, keyId } = await keyWith({ allowedIps: ['203.0.113.0/24', '2001:db8::/32'] });
    for (const from of ['203.0.113.9', '203.0.113.10', '2001:db8:1::9', '198.51.100.1']) {
      await call(key, '/payments', { at: proxied, from });
    }
    const networks = async () => {
      const rows = await running.api.ctx.db.prisma.keyNetwork.findMany({
        where: { keyId },
        orderBy: { network: 'asc' },
      });
      return rows.map(({ network }) => network);
    };
    await expect.poll(networks).toEqual(['2001:db8:1::/48', '203.0.113.0/24']);
  });
});
