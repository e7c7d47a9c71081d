import { afterEach, describe, expect, it } from 'vitest';
import { type Asked, key, problem, startFakeApi } from '../listen/fake-api.fixture.ts';
import { tillgate } from '../testing.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const paymentId = '019cb2a4-6f3e-7c55-9d0b-3d8f7f1f2b11';

/** An API that takes a payment and settles it as `settled` says. */
async function payingApi(settled: object, simulated: Parameters<typeof startFakeApi>[0] = () => ({ body: {} })) {
  const fake = await startFakeApi((asked, count) => {
    const name = asked.path.slice('/functions/v1'.length);
    if (name === '/collect')
      return { status: 202, body: { paymentId, status: 'pending', checkoutRequestId: 'ws_CO_1' } };
    if (name === '/simulate/outcome') return simulated(asked, count);
    const sent = JSON.parse(fake.asked[0]?.body ?? '{}');
    const payment = { paymentId, ...sent, accountRef: sent.accountReference, providerReceipt: null, ...settled };
    return { body: { payments: [{ ...payment, paymentId: 'another' }, payment], next: null } };
  });
  open.push(fake);
  return fake;
}

async function trigger(fake: Awaited<ReturnType<typeof payingApi>>, ...args: string[]) {
  const done = await tillgate(['trigger', ...args, '--key', key, '--api', fake.api.url, '--json']);
  const sent = (path: string) =>
    fake.asked.filter((asked) => asked.path.endsWith(path)).map(({ body }) => JSON.parse(body));
  return {
    code: done.code,
    out: done.stdout,
    err: done.stderr,
    collected: sent('/collect')[0],
    simulated: sent('/outcome'),
  };
}

const cancelled = { status: 'failed', resultCode: 1032, resultDesc: 'Request cancelled by user' };

describe('a payment', () => {
  it('fails by the phone that makes the code, under a key of its own', async () => {
    const fake = await payingApi(cancelled);
    const { code, out, collected, simulated } = await trigger(fake, 'payment.failed', '--code', '1032');
    expect(collected).toEqual({
      amount: 10,
      phone: '254700071032',
      accountReference: expect.stringMatching(/^TRY-.{8}$/),
    });
    expect(simulated).toEqual([{ paymentId, outcome: 'cancel' }]);
    expect(JSON.parse(out)).toMatchObject({ event: 'payment.failed', paymentId, decoded: { code: 1032 } });
    expect(code).toBe(0);
    const keys = new Set(fake.asked.map(({ headers }: Asked) => headers['idempotency-key']));
    expect([...keys].filter(Boolean)).toHaveLength(1);
  });

  it('fails by the amount that makes the code when the phone is given', async () => {
    const fake = await payingApi({ ...cancelled, resultCode: 2029 });
    const { collected, simulated } = await trigger(fake, 'payment.failed', '--code', '2029', '--phone', '0712345678');
    expect(collected).toMatchObject({ amount: 72029, phone: '0712345678' });
    expect(simulated).toEqual([]);
  });

  it('succeeds with another phone each time', async () => {
    const phones = new Set<string>();
    for (let time = 0; time < 3; time += 1) {
      const fake = await payingApi({ status: 'success', resultCode: 0, resultDesc: 'ok', providerReceipt: 'R' });
      const { code, collected, simulated } = await trigger(
        fake,
        'payment.success',
        '--amount',
        '250',
        '--reference',
        'A',
      );
      expect(collected).toMatchObject({
        amount: 250,
        accountReference: 'A',
        phone: expect.stringMatching(/^254711\d{6}$/),
      });
      expect(simulated).toEqual([{ paymentId, outcome: 'approve' }]);
      expect(code).toBe(0);
      phones.add(collected.phone);
    }
    expect(phones.size).toBe(3);
  });

  it.each([422, 502])('is waited for when its prompt cannot be answered by us (%d)', async (status) => {
    const fake = await payingApi(cancelled, () => problem(status, 'invalid_input'));
    expect((await trigger(fake, 'payment.failed')).code).toBe(0);
  });

  it('that ends otherwise is told of, with exit code 1', async () => {
    const fake = await payingApi({ status: 'success', resultCode: 0, resultDesc: 'ok', providerReceipt: 'R' });
    const { code, out } = await trigger(fake, 'payment.failed', '--code', '1037');
    expect([code, JSON.parse(out).event]).toEqual([1, 'payment.success']);
    const words = await tillgate(['trigger', 'payment.failed', '--key', key, '--api', fake.api.url]);
    expect(words).toMatchObject({ code: 1, stdout: expect.stringContaining('That is not payment.failed with 1032') });
  });

  it('is not waited for with --no-wait', async () => {
    const fake = await payingApi({ status: 'pending' });
    const { code, out } = await trigger(fake, 'payment.failed', '--code', '9999', '--no-wait');
    expect([code, JSON.parse(out)]).toEqual([
      0,
      expect.objectContaining({ event: 'payment.failed', status: 'pending' }),
    ]);
    expect(fake.asked.map(({ path }) => path)).toEqual(['/functions/v1/collect']);
  });
});

describe('a refusal', () => {
  const at = ['--key', key, '--api', 'http://127.0.0.1:1'];
  it.each<[string[], string]>([
    [['trigger'], "missing required argument 'event'"],
    [['trigger', 'payment.done', ...at], 'event: "payment.done" is not an event type'],
    [['trigger', 'link.paid', ...at], 'event: no sandbox request causes link.paid; "tillgate endpoint test" sends'],
    [
      ['trigger', 'payment.failed', '--code', '7', ...at],
      '"7" is not available in the sandbox for payment.failed. Available codes: 1, 2, 3',
    ],
    [['trigger', 'payout.result', '--code', '15', ...at], '00.002.1001'],
    [['trigger', 'payment.success', '--code', '0', ...at], '--code: does not apply to payment.success'],
    [['trigger', 'admin.account_balance', '--phone', '1', ...at], '--phone: does not apply'],
    [['trigger', 'payment.success', '--amount', '1.5', ...at], '--amount: must be whole KES'],
    [['trigger', 'payment.failed', '--code', '9999', '--phone', '1', '--amount', '1', ...at], 'Omit one of them'],
  ])('%j says what is wrong, in one object', async (args, words) => {
    const { code, stdout: out, stderr: err } = await tillgate([...args, '--json']);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(JSON.parse(err).error).toContain(words);
  });

  it('where no API is says how to start one', async () => {
    const gone = await startFakeApi(() => 'hang');
    await gone.close();
    const { code, stderr: err } = await tillgate(['trigger', 'payment.success', '--key', key, '--api', gone.api.url]);
    expect(code).toBe(1);
    expect(err).toMatch(
      /^error: The API at .* cannot be reached: nothing is listening there\. Run `npm start` to start one\.\n$/,
    );
  });

  it.each([
    [429, 'rate_limited', 'Too many prompts to this phone.'],
    [502, 'provider_rejected', 'The provider refused.'],
  ])('of the API (%d) is told as it is', async (status, code, detail) => {
    const fake = await startFakeApi(() => problem(status, code, detail));
    open.push(fake);
    const { stderr: err } = await tillgate([
      'trigger',
      'payment.success',
      '--key',
      key,
      '--api',
      fake.api.url,
      '--json',
    ]);
    expect(JSON.parse(err)).toEqual({ error: detail, code });
  });
});

it('help lists events, codes and examples', async () => {
  const { code, stdout: out } = await tillgate(['trigger', '--help']);
  expect(code).toBe(0);
  for (const text of [
    'refund.result',
    '1037',
    'C2B00016',
    'tillgate trigger payment.failed --code 1032',
    '@env:NAME',
    '--no-wait',
  ])
    expect(out).toContain(text);
});
