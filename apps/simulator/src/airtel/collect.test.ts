import { afterEach, describe, expect, it } from 'vitest';
import { until } from '../test-client.ts';
import { type AirtelBench, collectionBody, startAirtelBench, testClient } from './test-bench.ts';

let bench: AirtelBench;
afterEach(() => bench.close());

const id = '0190f3c47f2a70008000a1b2c3d4e5f6';

describe('a collection', () => {
  it('that is taken is acknowledged with SUCCESS, which means in process', async () => {
    bench = await startAirtelBench({ autoAnswer: false });
    const answer = await bench.collect({ transaction: { id } });
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(
      `{"data":{"transaction":{"id":"${id}","status":"SUCCESS"}},"status":{"code":"200","message":"SUCCESS",` +
        '"result_code":"ESB000010","response_code":"DP00800001006","success":true}}',
    );
    expect((await bench.enquire(id)).json).toMatchObject({
      data: { transaction: { id, status: 'TIP' } },
      status: { response_code: 'DP00800001006', success: true },
    });
  });

  it.each(['/merchant/v1/payments', '/merchant/v2/payments/', '/merchant/v2/payments'])(
    'may also go to %s',
    async (path) => {
      bench = await startAirtelBench();
      expect((await bench.send(path, collectionBody())).json.status).toMatchObject({ success: true });
      expect(await bench.collections()).toHaveLength(1);
    },
  );

  it('that is refused says so under HTTP 200, uses up no id and moves nothing', async () => {
    bench = await startAirtelBench({ autoAnswer: false });
    const answer = await bench.collect({ transaction: { id }, subscriber: { msisdn: '254733123456' } });
    expect(answer.text).toBe(
      '{"status":{"code":"400","message":"Msisdn Length should be 9","result_code":"ESB000033","success":false}}',
    );
    expect(answer.status).toBe(200);
    expect((await bench.enquire(id)).json.status).toMatchObject({ response_code: 'DP00800001025', success: false });
    expect((await bench.collect({ transaction: { id } })).json.status).toMatchObject({ success: true });
  });

  it.each(['', '[]', '{"reference":', 'x=1'])('with the body %j is refused', async (body) => {
    bench = await startAirtelBench();
    const answer = await bench.send('/merchant/v1/payments/', body);
    expect([answer.status, answer.json.status]).toEqual([
      400,
      expect.objectContaining({ response_code: 'ROUTER003', success: false }),
    ]);
  });

  it('with a body that is too large is refused in the words of this rail', async () => {
    bench = await startAirtelBench();
    const answer = await bench.collect({ reference: 'a'.repeat(70_000) });
    expect([answer.status, answer.json.status]).toEqual([400, expect.objectContaining({ success: false })]);
  });

  it('with an id that was used is refused, and pays once', async () => {
    bench = await startAirtelBench();
    await bench.portal();
    await bench.collect({ transaction: { id } });
    await bench.collectionAfter(1);
    const again = await bench.collect({ transaction: { id, amount: 10 } });
    expect([again.status, again.json.status]).toEqual([
      200,
      expect.objectContaining({ result_code: 'ESB000041', success: false }),
    ]);
    expect(await bench.collections()).toMatchObject([{ id, amountMoved: 250, repeats: 1 }]);
    expect(bench.received).toHaveLength(1);
  });

  it('of another client may have the same id, and is unknown to the first', async () => {
    bench = await startAirtelBench({ autoAnswer: false });
    await bench.collect({ transaction: { id } });
    await bench.signIn('another');
    expect((await bench.enquire(id)).json.status).toMatchObject({ response_code: 'DP00800001025' });
    expect((await bench.collect({ transaction: { id } })).json.status).toMatchObject({ success: true });
    expect(await bench.collections()).toHaveLength(2);
  });

  it('is kept in a bounded number, and its id is refused longer', async () => {
    bench = await startAirtelBench({ promptsMax: 1, autoAnswer: false });
    await bench.collect({ transaction: { id } });
    await bench.collect();
    expect(await bench.collections()).toHaveLength(1);
    expect((await bench.collect({ transaction: { id } })).json.status).toMatchObject({ result_code: 'ESB000041' });
  });

  it('is told in full to tests: the truth of the rail', async () => {
    bench = await startAirtelBench({ now: () => Date.UTC(2026, 9, 15, 9, 34) });
    await bench.portal();
    await bench.collect({ transaction: { id } });
    await bench.collectionAfter(1);
    const expected = {
      id,
      clientId: testClient,
      phone: '254733123456',
      amount: 250,
      reference: 'Invoice1',
      scenario: 'ordinary',
      state: 'answered',
      outcome: {
        letters: 'TS',
        code: 'DP00800001001',
        message: `Paid KES 250 to ${testClient} Trans ID MP261015.1234.A00000.`,
        receipt: 'MP261015.1234.A00000',
      },
      amountMoved: 250,
      answeredBy: 'auto',
      createdAt: '2026-10-15T09:34:00.000Z',
      answeredAt: '2026-10-15T09:34:00.000Z',
      notices: [
        { at: '2026-10-15T09:34:00.000Z', status: 'delivered', httpStatus: 200, error: null, statusCode: 'TS' },
      ],
      enquiries: 0,
      repeats: 0,
      refunds: [],
    };
    expect(await bench.collections('?phone=254733123456')).toEqual([expected]);
    expect(await bench.collections('?phone=254733123457')).toEqual([]);
    expect((await bench.call('GET', `/admin/airtel/collections/${id}`)).json).toEqual(expected);
    expect((await bench.call('GET', '/admin/airtel/collections/none')).status).toBe(404);
    expect((await bench.enquire(id)).json).toEqual({
      data: {
        transaction: {
          airtel_money_id: expected.outcome.receipt,
          id,
          message: expected.outcome.message,
          status: 'TS',
        },
      },
      status: {
        code: '200',
        message: 'SUCCESS',
        result_code: 'ESB000010',
        response_code: 'DP00800001001',
        success: true,
      },
    });
  });

  it.each([
    ['its client', { shortcode: testClient }],
    ['its network', { rails: ['airtel'] }],
  ])('waits while somebody holds %s', async (_, held) => {
    bench = await startAirtelBench();
    const hold = { ...held, seconds: 60 };
    const headers = { 'content-type': 'application/json' };
    await bench.call('PUT', '/admin/holds/shop', { headers, body: JSON.stringify(hold) });
    await bench.collect();
    await bench.push();
    // The prompt of the other rail, which nobody holds, answers itself.
    await bench.promptAfter(1);
    expect((await bench.collections())[0]?.state).toBe('waiting');
    await bench.call('DELETE', '/admin/holds/shop');
    await until(async () => (await bench.collections())[0]?.state === 'answered');
  });

  it('is forgotten by a reset, with the answer that was due', async () => {
    bench = await startAirtelBench({ delayMs: 600_000 });
    await bench.collect({ transaction: { id } });
    await bench.call('POST', '/admin/reset');
    expect(await bench.collections()).toEqual([]);
    expect((await bench.collect({ transaction: { id } })).json.status).toMatchObject({ success: true });
  });

  it('moves nothing on the other rail', async () => {
    bench = await startAirtelBench();
    await bench.portal();
    await bench.collect();
    await bench.collectionAfter(1);
    expect(await bench.prompts()).toEqual([]);
  });
});
