import { openDatabase } from '@tillgate/db';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drainCallbacks } from '../callbacks/index.ts';
import {
  newRailPayout,
  newRailPrompt,
  newRailShop,
  postNotice,
  type RailShop,
} from '../callbacks/rail-notice.fixture.ts';
import { replaySpool } from '../callbacks/replay-spool.ts';
import { memorySpool, movableClock, railNotice, type TestContext, testContext } from '../testing/index.ts';
import { perAccountDayMax, perSubjectMax } from './callback.ts';
import { createHookGate, readNoticeAddresses } from './provider-addresses.ts';
import { receiveCallback } from './receive-callback.ts';

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

const shopOf = (given?: Parameters<typeof newRailShop>[1]) => newRailShop({ ...base, clock: movableClock() }, given);
const inboxOf = (shop: RailShop) =>
  shop.db.prisma.providerCallback.findMany({ where: { applicationId: shop.tenant.applicationId } });
const post = (shop: RailShop, body: string) => postNotice(shop, body);
const naming = (id: string, more = '') => `{"transaction":{"id":${JSON.stringify(id)}}${more}}`;

describe('a notice is kept', () => {
  it('with the payment or payout that it names, and with the account when it names none', async () => {
    const shop = await shopOf();
    const { paymentId, id } = await newRailPrompt(shop);
    const payoutId = await newRailPayout(shop, 'po1');
    expect(await post(shop, naming(id))).toMatchObject({ subjectKind: 'payment', subjectId: paymentId });
    expect(await post(shop, naming('po1'))).toMatchObject({ subjectKind: 'disbursement', subjectId: payoutId });
    const account = { kind: 'rail_notice', subjectKind: 'rail_account', subjectId: shop.accountId };
    for (const body of [naming('another'), 'no JSON', '', '[]', 'null', '{"transaction":{"id":7}}', naming(`${id} `)]) {
      expect(await post(shop, body), body).toMatchObject(account);
    }
  });

  it.each([
    ['JSON that was cut', (id: string) => `{"transaction": {"message":"a","id": "${id}","status_code":"TS`],
    [
      'a byte that is not UTF-8',
      (id: string) => Buffer.from(`{"transaction":{"message":"Zo\u00eb","id":"${id}"}}`, 'latin1'),
    ],
    [
      'other members before it',
      (id: string) => `{"id":"x","data":{"transaction":{"id":"y"}},"transaction":{"a":{"id":"z"},"id":"${id}"}}`,
    ],
  ])('with the payment that it names, although it has %s', async (_what, write) => {
    const shop = await shopOf();
    const { paymentId, id } = await newRailPrompt(shop);
    expect(await postNotice(shop, write(id))).toMatchObject({ subjectId: paymentId });
  });

  it.each([
    ['an id with NUL', naming('a\u0000b')],
    ['a very long id', naming('a'.repeat(81))],
    ['a broken character', '{"transaction":{"id":"\\ud800"}}'],
    ['a prototype', '{"__proto__":{"transaction":{"id":"x"}}}'],
    ['many openings', '"transaction":{"id":'.repeat(4_000)],
  ])('with the account, although it has %s', async (_what, body) => {
    const shop = await shopOf();
    expect(await post(shop, body)).toMatchObject({ subjectId: shop.accountId });
  });

  it('never with what another application, environment or network has', async () => {
    const [mine, other] = [await shopOf(), await shopOf()];
    const { applicationId } = mine.tenant;
    const live = await shopOf({ environment: 'production', applicationId });
    for (const id of [(await newRailPrompt(other)).id, (await newRailPrompt(live)).id]) {
      expect(await post(mine, naming(id))).toMatchObject({ subjectKind: 'rail_account', subjectId: mine.accountId });
    }
    const { paymentId, id } = await newRailPrompt(mine);
    await mine.db.prisma.payment.update({ where: { id: paymentId }, data: { rail: 'mpesa', shortcode: '600100' } });
    expect(await post(mine, naming(id))).toMatchObject({ subjectKind: 'rail_account' });
  });

  it('once, whatever it is about', async () => {
    const shop = await shopOf();
    const { id } = await newRailPrompt(shop);
    for (const body of [naming(id), naming('unknown'), naming(id), naming('unknown'), naming(id, ',"n":1')])
      await post(shop, body);
    expect(await inboxOf(shop)).toHaveLength(3);
  });

  it('at no hook that is not there, and not at the hook of a payment', async () => {
    const shop = await shopOf();
    const { paymentId } = await newRailPrompt(shop);
    const { callbackToken } = await shop.db.prisma.payment.findUniqueOrThrow({ where: { id: paymentId } });
    for (const token of ['0'.repeat(64), 'x', callbackToken ?? '']) {
      await expect(postNotice(shop, '{}', { token })).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await inboxOf(shop)).toEqual([]);
  });
});

describe('as many notices are kept', () => {
  const many = (count: number, body: (n: number) => string, shop: RailShop) =>
    Promise.all(Array.from({ length: count }, (_, n) => post(shop, body(n))));

  it('of a payment as of a prompt of any network', async () => {
    const shop = await shopOf();
    const { id } = await newRailPrompt(shop);
    await many(perSubjectMax + 5, (n) => naming(id, `,"n":${n}`), shop);
    expect(await inboxOf(shop)).toHaveLength(perSubjectMax);
    // Those of the account are counted by themselves.
    await post(shop, naming('unknown'));
    expect(await inboxOf(shop)).toHaveLength(perSubjectMax + 1);
  });

  it('of an account in a day as its limit says, and again on the next day', async () => {
    const shop = await shopOf();
    await many(perAccountDayMax - 5, (n) => naming(`first-${n}`), shop);
    await many(10, (n) => naming(`then-${n}`), shop);
    expect(await inboxOf(shop)).toHaveLength(perAccountDayMax);
    shop.clock.advance(24 * 3_600 + 1);
    await post(shop, naming('next day'));
    expect(await inboxOf(shop)).toHaveLength(perAccountDayMax + 1);
  });
});

describe('the hook of a production account', () => {
  const stranger = '203.0.113.9';
  const gateOf = (items: string[]) => {
    const notices = readNoticeAddresses(items);
    if ('wrong' in notices) throw new Error(notices.wrong);
    return createHookGate({ callbacks: { kind: 'list', addresses: ['196.201.214.200'] }, notices });
  };

  it.each([
    ['takes notices from any address, because the network has published none', [], 1],
    ['takes them from the addresses of the setting', ['203.0.113.0/24'], 1],
    ['takes them from no others', ['198.51.100.7'], 0],
  ])('%s', async (_what, items, kept) => {
    const shop = { ...(await shopOf({ environment: 'production' })), isProviderAddress: gateOf(items) };
    await postNotice(shop, naming('unknown'), { remoteIp: stranger }).catch(() => undefined);
    expect(await inboxOf(shop)).toHaveLength(kept);
  });

  it('opens no other hook', () => {
    expect(gateOf([])(stranger, 'stk_callback')).toBe(false);
    expect(gateOf([])(stranger, 'rail_notice')).toBe(true);
  });
});

it('a notice that came while the database was away is kept with the payment that it names, and settles it', async () => {
  const shop = await shopOf();
  const { paymentId, id } = await newRailPrompt(shop);
  const away = openDatabase('postgresql://nobody@127.0.0.1:1/none');
  const spool = memorySpool();
  const body = Buffer.from(railNotice({ id, fact: { receipt: 'MP1' } }));
  await receiveCallback(
    { ...shop, db: away, spool },
    { kind: 'rail_notice', token: shop.token, body, remoteIp: '::1' },
    100,
  );
  await away.close();
  expect(spool.kept).toMatchObject([{ kind: 'rail_notice' }]);
  await replaySpool({ ...shop, spool });
  await drainCallbacks(shop);
  expect(await shop.db.prisma.payment.findUnique({ where: { id: paymentId } })).toMatchObject({
    status: 'success',
    providerReceipt: 'MP1',
  });
});
