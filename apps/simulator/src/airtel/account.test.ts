import { afterEach, describe, expect, it } from 'vitest';
import { type AirtelBench, startAirtelBench } from './test-bench.ts';

let bench: AirtelBench;
afterEach(() => bench.close());

describe('the balance', () => {
  const ask = () => bench.read('/standard/v1/users/balance');

  it('is a text, with commas in every second answer, and grows with what was collected', async () => {
    bench = await startAirtelBench();
    await bench.collect({ transaction: { amount: 37_600 } });
    await bench.collectionAfter(1);
    const answers = [await ask(), await ask()];
    expect(answers.map(({ json }) => json.data)).toEqual([
      { balance: '37,600.00', currency: 'KES', account_status: 'Active' },
      { balance: '37600.00', currency: 'KES', account_status: 'Active' },
    ]);
    expect(answers[0]?.json.status).toMatchObject({ code: '200', success: true });
    await bench.signIn('another');
    expect((await ask()).json.data).toMatchObject({ balance: '0.00' });
  });

  it('needs its product', async () => {
    bench = await startAirtelBench();
    await bench.portal({ products: ['kyc'] });
    expect((await ask()).json.status).toMatchObject({ response_code: 'ROUTER001' });
    expect((await bench.read('/standard/v1/users/733123456')).status).toBe(200);
  });
});

describe('a user', () => {
  const find = (msisdn: string) => bench.read(`/standard/v1/users/${msisdn}`);

  it('is found by number, and hears nothing of it', async () => {
    bench = await startAirtelBench();
    const { json } = await find('733123456');
    expect(json.data).toEqual({
      first_name: 'Test',
      last_name: 'Subscriber',
      msisdn: '733123456',
      is_barred: false,
      is_pin_set: true,
      grade: 'SUBS',
      registration: { status: 'Registered' },
    });
    expect(json.status).toMatchObject({ response_code: 'DP02200000001', success: true });
    expect(await bench.collections()).toEqual([]);
  });

  it.each([
    ['733071010', 'DP02200000002'],
    ['733080014', 'DP02200000002'],
    ['254733123456', 'ESB000033'],
    ['73312345x', 'ESB000036'],
  ])('%s is not found: %s under HTTP 200', async (msisdn, code) => {
    bench = await startAirtelBench();
    const { status, json } = await find(msisdn);
    expect([status, JSON.stringify(json)]).toEqual([200, expect.stringContaining(`"${code}"`)]);
    expect(json.status).toMatchObject({ success: false });
  });
});
