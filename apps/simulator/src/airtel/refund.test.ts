import { afterEach, describe, expect, it } from 'vitest';
import { until } from '../test-client.ts';
import { collectionScenarios } from './magic.ts';
import { type AirtelBench, startAirtelBench } from './test-bench.ts';

let bench: AirtelBench;
afterEach(() => bench.close());

const refund = (receipt: unknown) =>
  bench.send('/standard/v1/payments/refund', { transaction: { airtel_money_id: receipt } });
const paid = async (msisdn = '733123456') => {
  await bench.collect({ subscriber: { msisdn } });
  return until(async () => (await bench.collections())[0]?.outcome?.receipt ?? undefined);
};

describe('a refund', () => {
  it('gives the whole amount back in the same call, and has a receipt of its own', async () => {
    bench = await startAirtelBench();
    const receipt = await paid();
    const { status, json } = await refund(receipt);
    const [collection] = await bench.collections();
    expect(collection?.refunds).toEqual([expect.stringMatching(/^MP\d{6}\.\d{4}\.[A-Z]\d{5}$/)]);
    expect([status, json.data]).toEqual([
      200,
      { transaction: { airtel_money_id: collection?.refunds[0], status: 'SUCCESS' } },
    ]);
    expect(json.status).toMatchObject({ code: '200', message: 'SUCCESS', success: true });
    expect(collection?.refunds[0]).not.toBe(receipt);
    expect((await bench.read('/standard/v1/users/balance')).json.data).toMatchObject({ balance: '0.00' });
  });

  it('that comes again is done again: nobody says that the rail refuses it', async () => {
    bench = await startAirtelBench();
    const receipt = await paid();
    await refund(receipt);
    expect((await refund(receipt)).json.status).toMatchObject({ success: true });
    expect((await bench.collections())[0]?.refunds).toHaveLength(2);
  });

  it.each(['MP000000.0000.X00000', '', undefined, 7])(
    'of the receipt %j is refused under HTTP 200',
    async (receipt) => {
      bench = await startAirtelBench();
      const { status, json } = await refund(receipt);
      expect([status, json.status]).toEqual([200, expect.objectContaining({ success: false })]);
    },
  );

  it("of another client's payment is refused", async () => {
    bench = await startAirtelBench();
    const receipt = await paid();
    await bench.signIn('another');
    expect((await refund(receipt)).json.status).toMatchObject({ response_code: 'DP00800001025', success: false });
    expect((await bench.collections())[0]?.refunds).toEqual([]);
  });

  it('leaves the enquiry as it was', async () => {
    bench = await startAirtelBench();
    await refund(await paid());
    const [collection] = await bench.collections();
    const { json } = await bench.enquire(collection?.id ?? '');
    expect(json.data).toMatchObject({ transaction: { status: 'TS' } });
  });
});

describe('the rows of refunds', () => {
  const rows = collectionScenarios.filter(({ group }) => group === 'refund');

  it.each(rows)('$phone: $title', async ({ phone, refund: behaviour }) => {
    bench = await startAirtelBench();
    const receipt = await paid(phone.slice(3));
    if (behaviour.kind === 'cut') await expect(refund(receipt)).rejects.toThrow();
    else {
      const { status, json } = await refund(receipt);
      expect(status).toBe(behaviour.kind === 'answer' ? behaviour.refusal.http : 200);
      expect(json.status).toMatchObject({ success: false });
      if (behaviour.kind === 'doubtful') expect(json.status).toMatchObject({ message: 'SUCCESS' });
    }
    expect((await bench.collections())[0]?.refunds).toHaveLength(behaviour.isDone ? 1 : 0);
  });

  it('cover each kind, done and not done', () => {
    expect(rows.map(({ refund: { kind, isDone } }) => `${kind} ${isDone}`)).toEqual(
      expect.arrayContaining(['cut true', 'cut false', 'answer true', 'answer false', 'doubtful true']),
    );
  });
});
