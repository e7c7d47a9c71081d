import { afterEach, describe, expect, it } from 'vitest';
import { type AirtelBench, startAirtelBench, testClient } from './airtel/test-bench.ts';
import { type Json, testShortcode, until } from './test-client.ts';

let bench: AirtelBench;
afterEach(() => bench.close());

const id = '0190f3c47f2a70008000a1b2c3d4e5f6';
const prompts = async (query = ''): Promise<Json[]> =>
  (await bench.call('GET', `/handset${query}`)).json.prompts as Json[];
const answer = (promptId: unknown, body: object) =>
  bench.call('POST', `/handset/${promptId}/answer`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('the handset', () => {
  it('shows the prompts of both rails, newest first', async () => {
    let nowMs = Date.UTC(2026, 9, 15);
    bench = await startAirtelBench({ autoAnswer: false, now: () => nowMs });
    const { json: ack } = await bench.push();
    nowMs += 1_000;
    await bench.collect({ transaction: { id } });
    const ofAirtel = {
      rail: 'airtel',
      id,
      phone: '254733123456',
      amount: 250,
      reference: 'Invoice1',
      description: null,
      payee: testClient,
      scenario: 'ordinary',
      state: 'waiting',
      createdAt: '2026-10-15T00:00:01.000Z',
    };
    const ofMpesa = {
      rail: 'mpesa',
      id: ack.CheckoutRequestID,
      phone: '254712345678',
      amount: 250,
      reference: 'INV-1',
      description: 'Payment',
      payee: testShortcode,
      scenario: 'ordinary',
      state: 'waiting',
      createdAt: '2026-10-15T00:00:00.000Z',
    };
    expect(await prompts()).toEqual([ofAirtel, ofMpesa]);
    expect(await prompts('?phone=254712345678')).toEqual([ofMpesa]);
    expect(await prompts('?rail=airtel')).toEqual([ofAirtel]);
    expect(await prompts(`?rail=mpesa&payee=${testShortcode}`)).toEqual([ofMpesa]);
    expect(await prompts('?rail=mpesa&payee=600000')).toEqual([]);
    expect(await prompts('?limit=1')).toEqual([ofAirtel]);
    expect(await prompts('?state=answered')).toEqual([]);
  });

  it.each([
    ['approve', 'TS', 0],
    ['wrong_pin', 'TF', 2001],
    ['insufficient_funds', 'TF', 1],
    ['cancel', 'TF', 1032],
    ['ignore', 'TE', 1037],
    ['timeout', 'TF', 1037],
  ])('answers both with %s', async (name, letters, code) => {
    bench = await startAirtelBench({ autoAnswer: false });
    const { json: ack } = await bench.push();
    await bench.collect({ transaction: { id } });
    for (const promptId of [id, ack.CheckoutRequestID]) {
      const { status, json } = await answer(promptId, { answer: name });
      expect([status, json]).toEqual([200, expect.objectContaining({ id: promptId, state: 'answered' })]);
    }
    expect(await bench.collections()).toMatchObject([{ answeredBy: 'admin', outcome: { letters } }]);
    expect(await bench.prompts()).toMatchObject([{ answeredBy: 'admin', outcome: { resultCode: code } }]);
    await until(() => bench.received.length === 1);
  });

  it('answers a prompt once', async () => {
    bench = await startAirtelBench({ autoAnswer: false });
    await bench.collect({ transaction: { id } });
    await answer(id, { answer: 'cancel' });
    expect((await answer(id, { answer: 'approve' })).status).toBe(409);
    expect(await bench.collections()).toMatchObject([{ amountMoved: 0 }]);
  });

  it('refuses what it does not know', async () => {
    bench = await startAirtelBench({ autoAnswer: false });
    await bench.collect({ transaction: { id } });
    expect((await answer('none', { answer: 'approve' })).status).toBe(404);
    expect((await answer(id, { answer: 'sing' })).status).toBe(422);
    expect((await bench.call('GET', '/handset?colour=red')).status).toBe(422);
    expect((await bench.call('POST', `/handset/${id}/answer`, { body: '{"answer":"approve"}' })).status).toBe(415);
    expect((await bench.call('GET', '/handset/none')).json).toEqual({ error: 'No such endpoint' });
  });

  it('is no request to the provider', async () => {
    bench = await startAirtelBench();
    await prompts();
    expect(Object.keys((await bench.requests()).counts)).not.toContain('GET /handset');
  });
});
