import { afterEach, describe, expect, it } from 'vitest';
import { type Json, passwordOf, until } from '../test-client.ts';
import { type C2bBench, startC2bBench, testShortcode } from './test-bench.ts';

let bench: C2bBench;
afterEach(() => bench.close());

const testTill = '5123456';
const paybill = { BusinessShortCode: testShortcode, PartyB: testShortcode, Password: passwordOf(testShortcode) };

/** Pushes, and waits until the prompt has that many callbacks and confirmations. */
const pushed = async (change: Json, callbacks: number, confirmations: number) => {
  await bench.push({ ...paybill, ...change });
  return until(async () => {
    const [prompt] = await bench.prompts();
    const isOver = prompt?.callbacks.length === callbacks && prompt.confirmations.length === confirmations;
    return isOver && prompt;
  });
};

describe('a paid prompt on a shortcode with registered URLs', () => {
  it.each(['before', 'after'] as const)(
    'is confirmed %s its callback, under the same receipt',
    async (confirmation) => {
      bench = await startC2bBench({ confirmStkPayments: true, confirmation });
      await bench.register();
      const prompt = await pushed({ AccountReference: 'INV-9' }, 1, 1);
      const paths = bench.received.map(({ path }) => path);
      expect(paths).toEqual(confirmation === 'before' ? ['/pay', '/hooks/0a1b2c'] : ['/hooks/0a1b2c', '/pay']);
      expect(bench.validations()).toEqual([]);
      expect(bench.confirmations()[0]).toMatchObject({
        TransactionType: 'Pay Bill',
        TransID: prompt.outcome?.receipt,
        TransAmount: '250.00',
        BusinessShortCode: testShortcode,
        BillRefNumber: 'INV-9',
        OrgAccountBalance: '5000250.00',
        MSISDN: '2547 ***** 678',
      });
    },
  );

  it('is not confirmed unless the setting is on', async () => {
    bench = await startC2bBench();
    await bench.register();
    await pushed({}, 1, 0);
    expect(bench.confirmations()).toEqual([]);
  });

  it('is confirmed although its callback is lost, and once although its callback comes twice', async () => {
    bench = await startC2bBench({ confirmStkPayments: true });
    await bench.register();
    await pushed({ Amount: 80008 }, 1, 1);
    await pushed({ Amount: 80004 }, 2, 1);
    expect(bench.confirmations()).toHaveLength(2);
  });

  it('is confirmed with the amount that settled, and when the second callback is the true one', async () => {
    bench = await startC2bBench({ confirmStkPayments: true, confirmation: 'before' });
    await bench.register();
    await pushed({ Amount: 80019 }, 1, 1);
    expect(bench.confirmations()[0]?.TransAmount).toBe('80018.00');
    const prompt = await pushed({ Amount: 80006 }, 2, 1);
    expect(bench.confirmations()[1]?.TransID).toBe(prompt.outcome?.receipt);
  });

  it('that failed, or whose shortcode has no URLs, is not confirmed', async () => {
    bench = await startC2bBench({ confirmStkPayments: true });
    await pushed({}, 1, 0);
    await bench.register();
    await pushed({ Amount: 71032 }, 1, 0);
    expect(bench.confirmations()).toEqual([]);
  });

  it.each([testTill, testShortcode])(
    'of a till is confirmed for the number that is registered: %s',
    async (ShortCode) => {
      bench = await startC2bBench({ confirmStkPayments: true });
      await bench.register({ ShortCode });
      await pushed({ TransactionType: 'CustomerBuyGoodsOnline', PartyB: testTill }, 1, 1);
      expect(bench.confirmations()[0]).toMatchObject({
        TransactionType: 'Buy Goods',
        BusinessShortCode: ShortCode,
        BillRefNumber: '',
      });
    },
  );
});
