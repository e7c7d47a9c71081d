import { afterEach, describe, expect, it } from 'vitest';
import type { Json } from '../test-client.ts';
import { type C2bBench, startC2bBench, testPhone, testShortcode } from './test-bench.ts';

let bench: C2bBench;
afterEach(() => bench.close());

const now = Date.UTC(2026, 10, 23, 6, 30, 5);
const registration = {
  ShortCode: testShortcode,
  RequestType: 'Pull',
  NominatedNumber: testPhone,
  CallBackURL: 'https://pay.example.com/pull',
};
const query = {
  ShortCode: testShortcode,
  StartDate: '2026-11-23 09:00:00',
  EndDate: '2026-11-23 10:00:00',
  OffSetValue: '0',
};
const register = (change: Json = {}) => bench.post('/pulltransactions/v1/register', { ...registration, ...change });
const pull = (change: Json = {}) => bench.post('/pulltransactions/v1/query', { ...query, ...change });

describe('pulled payments', () => {
  it('are registered once', async () => {
    bench = await startC2bBench();
    expect((await register()).json).toMatchObject({ ResponseStatus: '1000', ShortCode: testShortcode });
    expect((await register()).json).toMatchObject({ ResponseStatus: '1001' });
  });

  it('need a registration', async () => {
    bench = await startC2bBench();
    expect((await pull()).json).toMatchObject({ ResponseCode: '1002' });
  });

  it('list what customers paid, also when its confirmation was lost, nested once too often', async () => {
    bench = await startC2bBench({ now: () => now });
    await register();
    expect((await pull()).json).toMatchObject({ ResponseCode: '1001', Response: [[]] });
    await bench.register();
    await bench.simulate();
    const { transactionId } = await bench.after(1);
    const { json } = await pull();
    expect(json).toMatchObject({ ResponseRefID: expect.any(String), ResponseCode: '1000', ResponseMessage: 'Success' });
    expect(json.Response).toEqual([
      [
        {
          transactionId,
          trxDate: '2026-11-23T09:30:05Z',
          msisdn: 712345678,
          sender: 'MPESA',
          transactiontype: 'c2b-pay-bill-debit',
          billreference: 'INV-7',
          amount: '5.00',
          organizationname: `Simulated ${testShortcode}`,
        },
      ],
    ]);
    expect((await pull({ OffSetValue: '1' })).json).toMatchObject({ ResponseCode: '1001' });
    expect((await pull({ EndDate: '2026-11-23 09:30:04' })).json).toMatchObject({ ResponseCode: '1001' });
    expect((await pull({ StartDate: '2026-11-23 09:30:06' })).json).toMatchObject({ ResponseCode: '1001' });
  });

  it.each([
    ['ShortCode', { ShortCode: '12' }],
    ['StartDate', { StartDate: '2026-11-23T09:00' }],
    ['StartDate', { StartDate: '2026-13-40 09:00:00' }],
    ['EndDate', { EndDate: '2026-11-23 08:00:00' }],
    ['OffSetValue', { OffSetValue: '-1' }],
  ])('with a wrong %s are refused', async (name, change) => {
    bench = await startC2bBench();
    await register();
    const { status, json } = await pull(change);
    expect(status).toBe(400);
    expect(json.errorMessage).toContain(name);
  });

  it.each([
    ['ShortCode', { ShortCode: 'x' }],
    ['RequestType', { RequestType: 'Push' }],
    ['NominatedNumber', { NominatedNumber: '0722000000' }],
    ['CallBackURL', { CallBackURL: 'https://mpesa.example.com/pull' }],
  ])('with a wrong %s are not registered', async (name, change) => {
    bench = await startC2bBench();
    const { status, json } = await register(change);
    expect(status).toBe(400);
    expect(json.errorMessage).toContain(name);
  });
});
