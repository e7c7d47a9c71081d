import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCallbackToken } from '../inbox/index.ts';
import { movableClock, testContext } from '../testing/index.ts';
import { apply, newReceipt, newShop, postConfirmation } from './c2b.fixture.ts';
import { readNeighbourhood } from './held-statements.ts';
import { setC2bRules } from './index.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());

describe('what is known around a confirmation', () => {
  it('is of its own environment: the sandbox of a shortcode keeps nothing from its production', async () => {
    const shop = await newShop({ ...(await testContext(test.database)), clock: movableClock() });
    // One is recorded; one is held, because the provider cannot confirm it; one is unread.
    await apply(shop, await postConfirmation(shop, { transactionId: newReceipt() }));
    await setC2bRules(shop, { ...shop.tenant, verifyFrom: 1 });
    const held = await postConfirmation(shop, { transactionId: newReceipt() });
    await apply(shop, held);
    await postConfirmation(shop, { transactionId: newReceipt() });
    const now = shop.clock.now().getTime();
    const around = (environment: 'sandbox' | 'production') =>
      readNeighbourhood(shop.db.pool, {
        callbackId: '01990000-0000-7000-8000-000000000000',
        environment,
        shortcode: shop.shortcode,
        amount: 100,
        since: new Date(now - 60_000),
        until: new Date(now + 60_000),
        promptIds: [],
      });
    expect(await around('sandbox')).toMatchObject({
      held: [{ callbackId: held }],
      hasSameAmount: true,
      hasUnread: true,
    });
    expect(await around('production')).toMatchObject({ held: [], hasSameAmount: false, hasUnread: false });
  });

  it.each([
    ['as it is', { transactionStatus: 'Completed', amount: '100' }, { transactionStatus: 'Completed', amount: '100' }],
    ['as none when a sum is no text', { transactionStatus: 'Completed', amount: 100 }, null],
    ['as none when it is no answer', 'Completed', null],
  ])('has the answer about its receipt: %s', async (_, result, expected) => {
    const shop = await newShop({ ...(await testContext(test.database)), clock: movableClock() });
    const callbackId = (await postConfirmation(shop, { transactionId: newReceipt() })) ?? '';
    const now = shop.clock.now();
    const id = uuidv7();
    const { shortcode } = shop;
    await shop.db.prisma.inquiry.create({
      data: {
        ...{ id, ...shop.tenant, kind: 'transaction_status', status: 'answered', callbackId, result },
        ...{
          identifierType: '4',
          remarks: '',
          shortcode,
          callbackToken: newCallbackToken(),
          createdAt: now,
          endedAt: now,
        },
        ...{ resultCode: '0', resultDesc: 'ok' },
      },
    });
    const { environment } = shop.tenant;
    const near = { callbackId, environment, shortcode, amount: 100, since: now, until: now, promptIds: [] };
    const { inquiry, answer } = await readNeighbourhood(shop.db.pool, near);
    expect(inquiry).toBe('answered');
    expect(answer).toEqual(expected && expect.objectContaining(expected));
  });
});
