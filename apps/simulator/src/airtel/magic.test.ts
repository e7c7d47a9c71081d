import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { type Answer, type Json, until } from '../test-client.ts';
import { collectionScenarios, ordinaryCollection } from './magic.ts';
import { noticesOf } from './notice.ts';
import { collectionResults } from './results.ts';
import type { CollectionScenario } from './scenario.ts';
import { type AirtelBench, startAirtelBench, testMsisdn } from './test-bench.ts';

let bench: AirtelBench;
afterEach(() => bench.close());

const key = 'the-key-of-the-application';
const id = '0190f3c47f2a70008000a1b2c3d4e5f6';
const options = { delayMs: 0, lateCallbackMs: 20, slowAckMs: 20, ackAfterCallbackMs: 0 };

const expectAck = (answer: Answer, expectedId: string | false): void => {
  expect([answer.status, answer.json.data]).toEqual([200, { transaction: { id: expectedId, status: 'SUCCESS' } }]);
  expect(answer.json.status).toMatchObject({ success: true, response_code: 'DP00800001006' });
};

/** Sends the collection of a row and checks its answer. */
const expectAnswer = async ({ answer }: CollectionScenario, collect: () => Promise<Answer>): Promise<void> => {
  if (typeof answer === 'object') {
    const { http, message, resultCode, responseCode } = answer;
    const refused = await collect();
    expect(refused.status).toBe(http);
    expect(refused.json.status).toMatchObject({ message, success: false });
    expect(refused.json.status).toHaveProperty('code', String(http === 200 ? 400 : http));
    if (resultCode !== undefined) expect(refused.json.status).toHaveProperty('result_code', resultCode);
    if (responseCode !== undefined) expect(refused.json.status).toHaveProperty('response_code', responseCode);
    return;
  }
  switch (answer) {
    case 'cut':
    case 'drop':
      await expect(collect()).rejects.toThrow();
      return;
    case 'gateway_page': {
      const page = await collect();
      expect([page.status, page.headers.get('content-type')]).toEqual([504, 'text/html']);
      return;
    }
    case 'unreadable_ack': {
      const half = await collect();
      expect(half.status).toBe(200);
      expect(() => JSON.parse(half.text)).toThrow();
      return;
    }
    case 'token_once': {
      const first = await collect();
      expect([first.status, first.json.error]).toEqual([401, 'invalid_token']);
      expect((await collect()).status).toBe(403);
      await bench.signIn();
      expectAck(await collect(), id);
      return;
    }
    default:
      expectAck(await collect(), answer === 'ack_without_id' ? false : id);
      if (answer === 'ack_after_notice') expect(bench.received).toHaveLength(1);
  }
};

/** The signature of a received notice, judged by its raw bytes. */
const signatureOf = (text: string): string => {
  const { hash } = JSON.parse(text);
  const transaction = /^\{"transaction":(\{.*?\})(?:,"hash":"[^"]*")?\}$/.exec(text)?.[1] ?? '';
  if (hash === undefined) return 'none';
  return hash === createHmac('sha256', key).update(transaction).digest('base64') ? 'right' : 'wrong';
};

/** Waits for the notices of a row and checks what they say. */
const expectNotices = async ({ result, notice }: CollectionScenario): Promise<void> => {
  if (result === null) {
    expect(bench.received).toEqual([]);
    return;
  }
  const { receipt } = (await bench.collectionAfter(1)).outcome ?? {};
  const expected = noticesOf({ ...collectionResults[result], receipt: receipt ?? null }, notice);
  const { notices, outcome } = await bench.collectionAfter(Math.max(1, expected.length));
  expect(notices.map(({ status }) => status)).toEqual(
    expected.length === 0 ? ['lost'] : expected.map(() => 'delivered'),
  );
  expect(bench.received.map(({ text }) => signatureOf(text))).toEqual(expected.map(({ signature }) => signature));
  const said = bench.received.map(({ json }) => json.transaction as Json);
  expect(said.map(({ status_code: statusCode }) => statusCode)).toEqual(expected.map(({ statusCode }) => statusCode));
  for (const { id: ofWhat, status_code: statusCode, airtel_money_id: named } of said) {
    expect([ofWhat, named]).toEqual([id, statusCode === 'TS' ? outcome?.receipt : undefined]);
  }
};

/** Asks three times and checks the letters. */
const expectEnquiries = async ({ isTaken, result, enquiry }: CollectionScenario): Promise<void> => {
  const answers = [await bench.enquire(id), await bench.enquire(id), await bench.enquire(id)];
  const said = answers.map(({ json }) => (json.data as { transaction: Json } | undefined)?.transaction.status);
  const truth = result === null ? 'TIP' : collectionResults[result].letters;
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  if (!isTaken) {
    expect(said).toEqual([undefined, undefined, undefined]);
    for (const { json } of answers) {
      expect(json.status).toMatchObject({ success: false, result_code: 'ESB000045', response_code: 'DP00800001025' });
    }
    return;
  }
  const expected = {
    truth: [truth, truth, truth],
    unknown_first: [undefined, undefined, truth],
    ti_first: ['TI', 'TI', truth],
    ta: ['TA', 'TA', 'TA'],
  };
  expect(said).toEqual(expected[enquiry]);
};

const play = async (scenario: CollectionScenario, msisdn: string): Promise<void> => {
  bench = await startAirtelBench(options);
  await bench.portal({ callbackKey: key });
  await expectAnswer(scenario, () => bench.collect({ subscriber: { msisdn }, transaction: { id } }));
  if (scenario.isTaken && scenario.result !== null) {
    await until(async () => (await bench.collections())[0]?.state === 'answered');
  }
  const [collection, ...others] = await bench.collections();
  expect([collection === undefined, others]).toEqual([!scenario.isTaken, []]);
  await expectNotices(scenario);
  await expectEnquiries(scenario);
  expect(collection?.amountMoved ?? 0).toBe(scenario.result === 'paid' ? 250 : 0);
};

describe('the magic table of collections', () => {
  it.each(collectionScenarios)('$phone: $title', (scenario) => play(scenario, scenario.phone.slice(3)));

  it('any other phone pays', () => play(ordinaryCollection, testMsisdn));

  it('a used id is refused whatever the row of its phone says', async () => {
    bench = await startAirtelBench(options);
    const lost = collectionScenarios.find(({ slug }) => slug === 'lost-ack')?.phone.slice(3);
    const collect = () => bench.collect({ subscriber: { msisdn: lost }, transaction: { id } });
    await expect(collect()).rejects.toThrow();
    expect((await collect()).json.status).toMatchObject({ result_code: 'ESB000041' });
    expect(await bench.collections()).toMatchObject([{ id, repeats: 1 }]);
  });
});

describe('notices', () => {
  it('go to the URL that the portal has when they leave', async () => {
    bench = await startAirtelBench({ autoAnswer: false });
    await bench.collect({ transaction: { id } });
    await bench.portal({ callbackUrl: `${bench.listener.base}/other/path` });
    await bench.call('POST', `/handset/${id}/answer`, {
      headers: { 'content-type': 'application/json' },
      body: '{"answer":"approve"}',
    });
    await until(() => bench.received.length === 1);
    expect(bench.received[0]?.path).toBe('/other/path');
    expect(bench.received[0]?.headers['content-type']).toMatch(/^application\/json/);
  });

  it('are lost without a URL, and while the simulator loses callbacks', async () => {
    bench = await startAirtelBench();
    await bench.collect();
    expect((await bench.collectionAfter(1)).notices).toMatchObject([{ status: 'lost' }]);
    await bench.portal();
    await bench.settings({ loseCallbacks: true });
    await bench.collect();
    expect((await bench.collectionAfter(1)).notices).toMatchObject([{ status: 'lost' }]);
    expect(bench.received).toEqual([]);
  });

  it('are not tried again after a refusal', async () => {
    bench = await startAirtelBench();
    bench.listener.answer(() => ({ status: 500, body: '' }));
    await bench.portal();
    await bench.collect();
    expect((await bench.collectionAfter(1)).notices).toMatchObject([{ status: 'refused', httpStatus: 500 }]);
    expect(bench.received).toHaveLength(1);
  });
});
