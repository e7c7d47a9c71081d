import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attacks, seed, testContext } from '../testing/index.ts';
import { createEndpoint } from './create-endpoint.ts';
import { updateEndpoint } from './update-endpoint.ts';
import { judgeTarget, refusedAddress, webhookUrlJudge } from './url.ts';

const { privateAddresses, privateUrls } = attacks;

it('knows enough ways of writing a private place', () => {
  expect(new Set(privateUrls).size).toBeGreaterThan(150);
  expect(new Set(privateAddresses).size).toBeGreaterThan(44);
});

it.each(privateAddresses)('a name that resolves to %s is not connected to', (address) => {
  expect(refusedAddress(address)).toBeTypeOf('string');
});

it.each(privateUrls)('%j is refused when it is judged', (url) => {
  expect(judgeTarget(url, [])).toMatchObject({ ok: false });
});

describe('the verbs of endpoints', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await testDatabase();
  });
  afterAll(() => test?.close());

  it('store none of them, in either environment', async () => {
    const ctx = { ...(await testContext(test.database)), judgeWebhookUrl: webhookUrlJudge([]) };
    const { applicationId } = await seed(ctx).owner().application().mint();
    const taken: string[] = [];
    for (const environment of ['sandbox', 'production'] as const) {
      const good = { applicationId, environment, url: 'https://shop.example.com/hook' };
      const { endpointId } = await createEndpoint(ctx, good);
      for (const url of privateUrls) {
        const tries = [createEndpoint(ctx, { ...good, url }), updateEndpoint(ctx, { endpointId, url })];
        for (const { status, ...result } of await Promise.allSettled(tries)) {
          if (status === 'fulfilled') taken.push(`${environment} ${url}`);
          else expect(result, url).toMatchObject({ reason: { code: 'invalid_input' } });
        }
      }
    }
    expect(taken).toEqual([]);
    const urls = await ctx.db.prisma.webhookEndpoint.findMany({ where: { applicationId }, select: { url: true } });
    expect(new Set(urls.map(({ url }) => url))).toEqual(new Set(['https://shop.example.com/hook']));
  });
});
