import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seed, type TestContext, testContext } from '../../testing/index.ts';
import { makePayments } from '../home/reports.fixture.ts';
import { findProviderTrouble, judgeProvider, type Prompt } from './find-trouble.ts';

const now = new Date('2026-11-20T08:00:00.000Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
const at = (seconds: number, more: Partial<Prompt> = {}): Prompt => ({
  createdAt: ago(seconds),
  status: 'pending',
  promptedAt: ago(seconds - 1),
  resultCode: null,
  resultDesc: null,
  settledBy: null,
  ...more,
});
const paid = (seconds: number) => at(seconds, { status: 'success', resultCode: '0', settledBy: 'callback' });
const ended = (resultCode: string) => (seconds: number) =>
  at(seconds, { status: 'failed', resultCode, settledBy: 'callback' });
const refused = (resultCode: string) => (seconds: number) =>
  at(seconds, { status: 'failed', promptedAt: null, resultCode, settledBy: 'push' });
const unclear = (seconds: number) => at(seconds, { promptedAt: null });
const times = (count: number, made: (seconds: number) => Prompt, from = 200) =>
  Array.from({ length: count }, (_, index) => made(from + 10 * index));

describe('the trouble of the provider', () => {
  it.each<[string, Prompt[], { failed: number; of: number } | null]>([
    ['nothing was sent', [], null],
    ['all were paid', times(10, paid), null],
    ['customers declined or have no money', [...times(5, ended('1032')), ...times(5, ended('1'), 300)], null],
    ['the passkey is wrong', times(10, ended('2001')), null],
    ['three got no clear answer: chance', times(3, unclear), null],
    ['four got no clear answer', times(4, unclear), { failed: 4, of: 4 }],
    ['four of nine', [...times(4, unclear), ...times(5, paid, 300)], null],
    ['four of eight', [...times(4, unclear), ...times(4, paid, 300)], { failed: 4, of: 8 }],
    ['it was asked and reports nothing', times(6, at), { failed: 6, of: 6 }],
    ['customers are still typing', times(6, at, 10), null],
    ['its own failures', [...times(3, ended('9999')), ...times(2, refused('500.001.1001'), 300)], { failed: 5, of: 5 }],
  ])('%s', (_, prompts, trouble) => {
    const found = judgeProvider(prompts, now);
    expect(found && { failed: found.failed, of: found.of }).toEqual(trouble);
  });

  it('began with the first prompt that met it', () => {
    expect(judgeProvider([...times(4, unclear, 100), ...times(2, paid, 400)], now)?.since).toEqual(ago(130));
  });
});

let test: TestDatabase;
let ctx: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database);
});
afterAll(() => test.close());

it('is told by the newest prompts of the own application and environment', async () => {
  const shop = (await seed(ctx).owner().application().mint()).as('sandbox');
  const at = (seconds: number) => new Date(ctx.clock.now().getTime() - seconds * 1_000);
  const stuck = (seconds: number, more = {}) => ({
    createdAt: at(seconds),
    status: 'pending' as const,
    amount: 10,
    ...more,
  });
  await makePayments(shop, shop.tenant, [stuck(300), stuck(310), stuck(320)]);
  // Money without a prompt says nothing, and neither does what is older than a quarter of an hour.
  await makePayments(shop, shop.tenant, [stuck(330, { source: 'c2b' }), stuck(16 * 60)]);
  expect(await findProviderTrouble(shop)).toBeNull();
  await makePayments(shop, shop.tenant, [stuck(340)]);
  expect(await findProviderTrouble(shop)).toEqual({ since: at(340), failed: 4, of: 4 });
  expect(await findProviderTrouble({ ...shop, tenant: { ...shop.tenant, environment: 'production' } })).toBeNull();
});
