import { afterEach, describe, expect, it } from 'vitest';
import { ordinaryScenario, promptScenarios } from './magic.ts';
import { promptResults } from './results.ts';
import type { Refusal, Scenario } from './scenario.ts';
import { type Answer, type Bench, type Json, startBench, until } from './test-client.ts';

let bench: Bench;
afterEach(() => bench.close());

const ordinaryPhone = '254712345678';
const options = { delayMs: 0, lateCallbackMs: 20, slowAckMs: 20, ackAfterCallbackMs: 0, query4999Ms: 0 };
const ackKeys = [
  'CheckoutRequestID',
  'CustomerMessage',
  'MerchantRequestID',
  'ResponseCode',
  'ResponseDescription',
] as const;

type Trigger = { phone: string; amount: number };
type Pushed = { makesPrompt: boolean };

const expectRefusal = (answer: Answer, refusal: Refusal): void => {
  expect(answer.status).toBe(refusal.status);
  if (refusal.form === 'html') {
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.text).toContain('<html>');
  } else if (refusal.form === 'fault') {
    const { faultstring, errorcode } = refusal;
    expect(answer.json).toEqual({ fault: { faultstring, detail: { errorcode } } });
  } else {
    const { errorCode, errorMessage } = refusal;
    expect(answer.json).toEqual({ requestId: expect.any(String), errorCode, errorMessage });
  }
};

const expectAck = (answer: Answer): void => {
  expect(answer.status).toBe(200);
  expect(Object.keys(answer.json).sort()).toEqual([...ackKeys]);
};

const expectHang = async (body: Json): Promise<void> => {
  const abort = new AbortController();
  let isSettled = false;
  const hanging = fetch(`${bench.url}/mpesa/stkpush/v1/processrequest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await bench.refreshToken()}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: abort.signal,
  }).finally(() => {
    isSettled = true;
  });
  await until(async () => (await bench.requests()).requests.some(({ phone }) => phone === body.PhoneNumber));
  expect((await bench.requests()).requests[0]).toMatchObject({ status: null });
  expect(isSettled).toBe(false);
  abort.abort();
  await expect(hanging).rejects.toThrow();
};

/** Sends the push of a row and checks its answer. */
const expectPush = async (scenario: Scenario, change: Json): Promise<Pushed> => {
  const { push } = scenario;
  switch (push.kind) {
    case 'hang':
      await expectHang(bench.pushBody(change));
      return { makesPrompt: false };
    case 'cut':
      await expect(bench.push(change)).rejects.toThrow();
      return { makesPrompt: true };
    case 'refuse':
      expectRefusal(await bench.push(change), push.refusal);
      return { makesPrompt: false };
    case 'token_refused':
    case 'token_refused_once': {
      expect((await bench.push(change)).json.errorCode).toBe('404.001.03');
      if (push.kind === 'token_refused_once') {
        expect((await bench.push(change)).json.errorCode).toBe('404.001.03');
      }
      await bench.refreshToken();
      const second = await bench.push(change);
      if (push.kind === 'token_refused_once') expectAck(second);
      else expect(second.json.errorCode).toBe('404.001.03');
      return { makesPrompt: push.kind === 'token_refused_once' };
    }
    case 'gateway_page': {
      const answer = await bench.push(change);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([504, 'text/html']);
      return { makesPrompt: true };
    }
    case 'unreadable_ack': {
      const answer = await bench.push(change);
      expect(answer.status).toBe(200);
      expect(() => JSON.parse(answer.text)).toThrow();
      return { makesPrompt: true };
    }
    default:
      expectAck(await bench.push(change));
      if (push.kind === 'ack_after_callback') expect(bench.received).toHaveLength(1);
      return { makesPrompt: true };
  }
};

const itemsOf = (callback: Json): Json[] => (callback.CallbackMetadata as { Item: Json[] } | undefined)?.Item ?? [];

const expectedCodes = ({ callback, result, secondResult }: Scenario): (number | string)[] => {
  if (result === null || callback === 'lost') return [];
  const { code } = promptResults[result];
  if (callback === 'twice') return [code, code];
  return secondResult === null ? [code] : [code, promptResults[secondResult].code];
};

/** Waits for the callbacks of a row and checks what they say. */
const expectCallbacks = async (scenario: Scenario, amount: number): Promise<void> => {
  const codes = expectedCodes(scenario);
  const attempts = scenario.callback === 'lost' ? 1 : codes.length;
  const prompt = await bench.promptAfter(attempts);
  expect(prompt.state).toBe(scenario.result === null ? 'waiting' : 'answered');
  expect(bench.received.map(({ callback }) => callback.ResultCode)).toEqual(codes);
  expect(prompt.callbacks.map(({ status }) => status)).toEqual(
    scenario.callback === 'lost' ? ['lost'] : codes.map(() => 'delivered'),
  );
  for (const { callback } of bench.received) {
    expect(callback.CheckoutRequestID).toBe(prompt.checkoutRequestId);
    expect(itemsOf(callback).length > 0).toBe(callback.ResultCode === 0);
  }
  const items = itemsOf(bench.received[0]?.callback ?? {});
  const names = items.map(({ Name }) => Name);
  if (scenario.callback === 'twice') expect(bench.received[1]?.text).toBe(bench.received[0]?.text);
  if (scenario.callback === 'reordered') {
    expect(names).toEqual(['PhoneNumber', 'TransactionDate', 'MpesaReceiptNumber', 'Amount']);
  } else if (items.length > 0) {
    expect(names).toEqual(['Amount', 'MpesaReceiptNumber', 'Balance', 'TransactionDate', 'PhoneNumber']);
    expect(items[0]?.Value).toBe(scenario.callback === 'other_amount' ? amount - 1 : amount);
    expect(items[2]).toEqual({ Name: 'Balance' });
  }
};

/** Queries the only prompt and checks what its row says about queries. */
const expectQueries = async (scenario: Scenario): Promise<void> => {
  const [prompt] = await bench.prompts();
  const ask = () => bench.query(prompt?.checkoutRequestId);
  const stillProcessing = { errorCode: '500.001.1001', errorMessage: 'The transaction is being processed' };
  const finalResult = scenario.secondResult === 'paid' ? 'paid' : scenario.result;
  const first = await ask();
  const second = await ask();
  switch (scenario.query) {
    case 'only_4999':
      expect([first.status, first.json.ResultCode, second.json.ResultCode]).toEqual([200, '4999', '4999']);
      return;
    case 'only_500':
      expect([first.status, second.status]).toEqual([500, 500]);
      expect(first.json).toMatchObject(stillProcessing);
      return;
    case 'envelope_200':
      expect([first.status, first.json.errorCode, first.json.errorMessage]).toEqual([200, '500.001.1001', '']);
      return;
    case 'spike_arrest':
      expect([first.status, Object.keys(first.json)]).toEqual([500, ['fault']]);
      return;
    case 'noisy':
      expect([first.status, first.json]).toEqual([500, expect.objectContaining(stillProcessing)]);
      expect([second.status, second.json.ResultCode]).toEqual([200, '0']);
      return;
    default:
      expect(finalResult).not.toBe(null);
      if (finalResult === null) return;
      expect([first.status, first.json.ResultCode]).toEqual([200, String(promptResults[finalResult].code)]);
      expect(first.json.ResultDesc).toBe(promptResults[finalResult].queryDesc);
  }
};

const play = async (scenario: Scenario, trigger: Trigger): Promise<void> => {
  bench = await startBench(options);
  const change = { PhoneNumber: trigger.phone, PartyA: trigger.phone, Amount: trigger.amount };
  const { makesPrompt } = await expectPush(scenario, change);
  expect(await bench.prompts()).toHaveLength(makesPrompt ? 1 : 0);
  if (!makesPrompt) {
    expect(bench.received).toEqual([]);
    return;
  }
  await expectCallbacks(scenario, trigger.amount);
  await expectQueries(scenario);
};

describe('the magic table', () => {
  it.each(promptScenarios)('$phone: $title', (scenario) => play(scenario, { phone: scenario.phone, amount: 250 }));

  it.each(promptScenarios)('$amount: $title', (scenario) =>
    play(scenario, { phone: ordinaryPhone, amount: scenario.amount }),
  );

  it('an ordinary phone and amount are paid', () => play(ordinaryScenario, { phone: ordinaryPhone, amount: 250 }));

  it('a late callback comes after the query is final', async () => {
    bench = await startBench({ ...options, lateCallbackMs: 600_000, queryFinalAfterMs: 0 });
    const { json } = await bench.push({ PhoneNumber: findRow('late-callback').phone });
    await until(async () => (await bench.query(json.CheckoutRequestID)).json.ResultCode === '0');
    expect(bench.received).toEqual([]);
  });

  it('one shilling settles as two where the amount differs, never as nothing', async () => {
    bench = await startBench(options);
    await bench.push({ PhoneNumber: findRow('other-amount').phone, Amount: 1 });
    await until(() => bench.received.length === 1);
    expect(bench.received[0]?.text).toContain('{"Name":"Amount","Value":2.00}');
  });
});

const findRow = (slug: string): Scenario => {
  const scenario = promptScenarios.find((candidate) => candidate.slug === slug);
  if (scenario === undefined) throw new Error(`no row ${slug}`);
  return scenario;
};
