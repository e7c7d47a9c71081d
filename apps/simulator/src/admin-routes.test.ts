import { afterEach, describe, expect, it } from 'vitest';
import { collectionScenarios } from './airtel/magic.ts';
import { promptScenarios } from './magic.ts';
import { type Bench, startBench, testPasskey, until } from './test-client.ts';

let bench: Bench;
afterEach(() => bench.close());

describe('the handset', () => {
  it.each([
    ['approve', 0],
    ['wrong_pin', 2001],
    ['insufficient_funds', 1],
    ['cancel', 1032],
    ['ignore', 1037],
    ['timeout', 1037],
  ])('%s settles the prompt with %i and sends the callback', async (answer, resultCode) => {
    bench = await startBench({ autoAnswer: false });
    const { CheckoutRequestID } = (await bench.push()).json;
    const answered = await bench.answer(CheckoutRequestID, { answer });
    expect([answered.status, answered.json.state, answered.json.answeredBy]).toEqual([200, 'answered', 'admin']);
    expect(answered.json.outcome).toMatchObject({ resultCode });
    await until(() => bench.received.length === 1);
    expect(bench.received[0]?.callback.ResultCode).toBe(resultCode);
  });

  it('a prompt is answered once: the second answer gets 409 and changes nothing', async () => {
    bench = await startBench({ autoAnswer: false });
    const { CheckoutRequestID } = (await bench.push()).json;
    await bench.answer(CheckoutRequestID, { answer: 'cancel' });
    const second = await bench.answer(CheckoutRequestID, { answer: 'approve' });
    expect([second.status, second.json]).toEqual([409, { error: 'The prompt was already answered' }]);
    expect((await bench.promptAfter(1)).outcome?.resultCode).toBe(1032);
    expect(bench.received).toHaveLength(1);
  });

  it('an answer before the automatic one wins', async () => {
    bench = await startBench({ delayMs: 50 });
    const CheckoutRequestID = await until(async () => {
      const pushed = (await bench.push()).json.CheckoutRequestID;
      return (await bench.answer(pushed, { answer: 'cancel' })).status === 200 && pushed;
    });
    const { CheckoutRequestID: next } = (await bench.push()).json;
    await until(async () => (await bench.call('GET', `/admin/prompts/${next}`)).json.state === 'answered');
    const first = (await bench.call('GET', `/admin/prompts/${CheckoutRequestID}`)).json;
    expect(first).toMatchObject({ answeredBy: 'admin', outcome: { resultCode: 1032 } });
    await bench.promptAfter(1);
    const codes = bench.received.filter(({ callback }) => callback.CheckoutRequestID === CheckoutRequestID);
    expect(codes).toHaveLength(1);
  });

  it('an answer while the automatic one is still to come settles at once, and the automatic one changes nothing', async () => {
    bench = await startBench({ delayMs: 600_000 });
    const { CheckoutRequestID } = (await bench.push()).json;
    const answered = await bench.answer(CheckoutRequestID, { answer: 'approve' });
    expect(answered.json).toMatchObject({ state: 'answered', answeredBy: 'admin', outcome: { resultCode: 0 } });
    expect((await bench.promptAfter(1)).callbacks).toHaveLength(1);
    expect(bench.received).toHaveLength(1);
    expect((await bench.query(CheckoutRequestID)).json.ResultCode).toBe('0');
  });

  it('a prompt that stays pending by magic can still be answered', async () => {
    bench = await startBench();
    const { CheckoutRequestID } = (await bench.push({ Amount: 74999 })).json;
    expect((await bench.query(CheckoutRequestID)).json.ResultCode).toBe('4999');
    await bench.answer(CheckoutRequestID, { answer: 'approve' });
    await until(() => bench.received.length === 1);
    expect((await bench.promptAfter(1)).outcome?.resultCode).toBe(0);
    expect((await bench.query(CheckoutRequestID)).json.ResultCode).toBe('0');
  });

  it('refuses unknown prompts, answers, fields and bodies with a clear message', async () => {
    bench = await startBench({ autoAnswer: false });
    const { CheckoutRequestID } = (await bench.push()).json;
    expect((await bench.answer('ws_CO_1', { answer: 'approve' })).status).toBe(404);
    const unknown = await bench.answer(CheckoutRequestID, { answer: 'pay' });
    expect(unknown.status).toBe(422);
    expect(unknown.json.error).toMatch(/^answer: .*"approve"/);
    const extra = await bench.answer(CheckoutRequestID, { answer: 'approve', amount: 5 });
    expect([extra.status, extra.json.error]).toEqual([422, expect.stringContaining('amount')]);
    expect((await bench.answer(CheckoutRequestID, '{')).status).toBe(400);
    expect((await bench.answer(CheckoutRequestID, '')).status).toBe(422);
    expect((await bench.prompts())[0]?.state).toBe('waiting');
  });
});

describe('GET /admin/prompts', () => {
  it('lists newest first, by phone and by page', async () => {
    bench = await startBench({ autoAnswer: false });
    for (const Amount of [1, 2, 3]) await bench.push({ Amount });
    await bench.push({ Amount: 4, PhoneNumber: '254700000001' });
    expect((await bench.prompts()).map(({ amount }) => amount)).toEqual([4, 3, 2, 1]);
    expect((await bench.prompts('?limit=2')).map(({ amount }) => amount)).toEqual([4, 3]);
    expect((await bench.prompts('?phone=254700000001')).map(({ amount }) => amount)).toEqual([4]);
    expect((await bench.call('GET', '/admin/prompts?limit=0')).status).toBe(422);
    expect((await bench.call('GET', '/admin/prompts?colour=red')).status).toBe(422);
  });

  it('shows one prompt with its outcome, attempts and query count', async () => {
    bench = await startBench();
    const ack = (await bench.push()).json;
    await bench.query(ack.CheckoutRequestID);
    await bench.promptAfter(1);
    expect((await bench.call('GET', `/admin/prompts/${ack.CheckoutRequestID}`)).json).toEqual({
      checkoutRequestId: ack.CheckoutRequestID,
      merchantRequestId: ack.MerchantRequestID,
      phone: '254712345678',
      amount: 250,
      accountReference: 'INV-1',
      transactionDesc: 'Payment',
      transactionType: 'CustomerPayBillOnline',
      businessShortCode: '174379',
      partyB: '174379',
      scenario: 'ordinary',
      state: 'answered',
      outcome: {
        resultCode: 0,
        resultDesc: 'The service request is processed successfully.',
        receipt: expect.stringMatching(/^[A-Z0-9]{10}$/),
        settledAmount: 250,
      },
      answeredBy: 'auto',
      createdAt: expect.any(String),
      answeredAt: expect.any(String),
      callbacks: [{ at: expect.any(String), resultCode: 0, status: 'delivered', httpStatus: 200, error: null }],
      confirmations: [],
      queries: 1,
    });
  });

  it('keeps a bounded number and drops the oldest', async () => {
    bench = await startBench({ promptsMax: 3, requestsMax: 2, autoAnswer: false });
    for (const Amount of [1, 2, 3, 4, 5]) await bench.push({ Amount });
    expect((await bench.prompts()).map(({ amount }) => amount)).toEqual([5, 4, 3]);
    const { counts, requests } = await bench.requests();
    expect(requests.map(({ amount }) => amount)).toEqual([5, 4]);
    expect(counts['POST /mpesa/stkpush/v1/processrequest']).toBe(5);
  });
});

describe('settings, requests and reset', () => {
  it('settings can be read and changed one by one', async () => {
    bench = await startBench();
    const changed = await bench.settings({ autoAnswer: false, delayMs: 5 });
    expect([changed.status, changed.json]).toEqual([
      200,
      {
        delayMs: 5,
        autoAnswer: false,
        subscriberLock: false,
        sameAmountRule: false,
        loseCallbacks: false,
        callbackDelayMs: 0,
        externalValidation: true,
        registerOnce: false,
        confirmStkPayments: false,
        confirmation: 'after',
        checkCredential: false,
        oneToken: false,
      },
    ]);
    expect((await bench.call('GET', '/admin/settings')).json).toEqual(changed.json);
    await bench.push();
    expect((await bench.prompts())[0]?.state).toBe('waiting');
  });

  it.each([{ delayMs: -1 }, { delayMs: '5' }, { autoAnswer: 'no' }, { delay: 5 }, { callbackDelayMs: 600_001 }])(
    'refuses %j with 422 and changes nothing',
    async (change) => {
      bench = await startBench();
      const before = (await bench.call('GET', '/admin/settings')).json;
      const answer = await bench.settings(change);
      expect(answer.status).toBe(422);
      expect(answer.json.error).toContain(Object.keys(change)[0]);
      expect((await bench.call('GET', '/admin/settings')).json).toEqual(before);
    },
  );

  it('the request log proves one push, counts refused ones too, and shows no secret', async () => {
    bench = await startBench();
    await bench.push();
    await bench.push({ Amount: 0 });
    await bench.call('GET', '/secret-in-a-path?token=hunter2');
    const { counts, requests } = await bench.requests();
    expect(counts).toEqual({
      'GET /oauth/v1/generate': 1,
      'POST /mpesa/stkpush/v1/processrequest': 2,
      'GET (other)': 1,
    });
    expect(requests.map(({ status, errorCode, phone }) => [status, errorCode, phone])).toEqual([
      [404, '404.001.01', null],
      [400, '400.002.02', null],
      [200, null, '254712345678'],
      [200, null, null],
    ]);
    const shown = JSON.stringify([requests, await bench.prompts(), (await bench.call('GET', '/admin/settings')).json]);
    for (const secret of [testPasskey, 'Bearer', 'Basic', 'hooks', 'hunter2', 'secret', '20261120093000']) {
      expect(shown).not.toContain(secret);
    }
  });

  it('reset forgets prompts, requests and changed settings, and drops waiting answers', async () => {
    bench = await startBench({ delayMs: 40 });
    await bench.settings({ loseCallbacks: true });
    await bench.push();
    expect((await bench.call('POST', '/admin/reset')).json).toEqual({ ok: true });
    expect(await bench.prompts()).toEqual([]);
    expect(await bench.requests()).toEqual({ counts: {}, requests: [] });
    expect((await bench.call('GET', '/admin/settings')).json).toMatchObject({ loseCallbacks: false, delayMs: 40 });
    await bench.push();
    await bench.promptAfter(1);
    expect(bench.received).toHaveLength(1);
  });

  it('the magic table is served as JSON and as a page', async () => {
    bench = await startBench();
    const magic = (await bench.call('GET', '/admin/magic')).json;
    expect(magic.scenarios).toHaveLength(promptScenarios.length);
    const page = await bench.call('GET', '/');
    expect(page.headers.get('content-type')).toContain('text/html');
    for (const { phone, amount } of promptScenarios) {
      expect(page.text).toContain(`<code>${phone}</code></td><td><code>${amount}</code>`);
    }
    for (const { phone } of collectionScenarios) expect(page.text).toContain(`<code>${phone}</code>`);
    const { collectionScenarios: shown } = (await bench.call('GET', '/admin/airtel/magic')).json;
    expect(shown).toEqual(collectionScenarios);
    expect((await bench.call('GET', '/healthz')).json).toEqual({ ok: true });
    expect((await bench.call('GET', '/admin/nowhere')).json).toEqual({ error: 'No such endpoint' });
  });
});
