import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { promptScenarios } from '../magic.ts';
import { until } from '../test-client.ts';
import { c2bMarksOf, c2bScenarios, findC2bScenario, ordinaryC2bScenario, registrationScenarios } from './magic.ts';
import type { C2bScenario } from './scenario.ts';
import { type C2bBench, startC2bBench, testPhone } from './test-bench.ts';

let bench: C2bBench | undefined;
afterEach(async () => {
  await bench?.close();
  bench = undefined;
});

const phoneOf = ({ phone }: C2bScenario, plain: string): string => {
  if (phone === 'plain') return plain;
  if (phone === 'hashed') return createHash('sha256').update(plain).digest('hex');
  return `2547 ***** ${plain.slice(-3)}`;
};

const amountOf = ({ amount }: C2bScenario): string => ({ decimals: '5.00', whole: '5', cents: '5.50' })[amount];

const expectHang = async (started: C2bBench, phone: string): Promise<void> => {
  const abort = new AbortController();
  const hanging = fetch(`${started.url}/mpesa/c2b/v2/simulate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await started.refreshToken()}`, 'content-type': 'application/json' },
    body: JSON.stringify(started.payment({ Msisdn: phone })),
    signal: abort.signal,
  });
  hanging.catch(() => undefined);
  await until(async () => (await started.requests()).requests[0]?.phone === phone);
  abort.abort();
  await expect(hanging).rejects.toThrow();
};

/** Sends the payment of a row and says whether it was taken. */
const expectRequest = async (started: C2bBench, scenario: C2bScenario, phone: string): Promise<boolean> => {
  const { request } = scenario;
  if (request.kind === 'hang') {
    await expectHang(started, phone);
    return false;
  }
  if (request.kind === 'cut') {
    await expect(started.simulate({ Msisdn: phone })).rejects.toThrow();
    return true;
  }
  const answer = await started.simulate({ Msisdn: phone });
  expect(answer.status).toBe(request.kind === 'refuse' ? request.refusal.status : 200);
  if (request.kind === 'ack_after_confirmation') expect(started.confirmations()).toHaveLength(1);
  return request.kind !== 'refuse';
};

const expectNotices = async (started: C2bBench, scenario: C2bScenario, phone: string): Promise<void> => {
  const { confirmation } = scenario;
  const sent = confirmation === 'twice' ? 2 : confirmation === 'lost' || confirmation === 'abandoned' ? 0 : 1;
  const view = await started.after(confirmation === 'lost' ? 1 : sent);
  expect(view.state).toBe(confirmation === 'abandoned' ? 'abandoned' : 'completed');
  if (confirmation === 'lost') expect(view.confirmations[0]?.status).toBe('lost');
  expect(started.confirmations()).toHaveLength(sent);
  expect(started.validations()).toHaveLength(scenario.validation === 'skipped' ? 0 : 1);
  for (const notice of [...started.validations(), ...started.confirmations()]) {
    expect(notice).toMatchObject({
      TransID: view.transactionId,
      MSISDN: phoneOf(scenario, phone),
      TransAmount: amountOf(scenario),
      TransactionType: scenario.transactionType ?? 'Pay Bill',
    });
    expect('FirstName' in notice).toBe(scenario.names !== 'absent');
    expect(notice.LastName || undefined).toBe(scenario.names === 'all' ? 'KAMAU' : undefined);
  }
};

describe('the magic table of offline payments', () => {
  it.each(c2bScenarios)('$number $slug: $title', async (scenario) => {
    bench = await startC2bBench();
    await bench.register();
    const { phone } = c2bMarksOf(scenario);
    const isTaken = await expectRequest(bench, scenario, phone);
    expect(await bench.payments()).toHaveLength(isTaken ? 1 : 0);
    if (isTaken) await expectNotices(bench, scenario, phone);
    else expect(bench.received).toEqual([]);
  });

  it('a refusal of simulate leaves an offline payment by the admin API alone', async () => {
    bench = await startC2bBench();
    await bench.register();
    await bench.pay({ amount: 80010, phone: testPhone });
    expect((await bench.after(1)).state).toBe('completed');
  });

  it('finds a row by phone, else by amount; repeats nothing, and no row has a form of prompts', () => {
    for (const scenario of c2bScenarios) {
      const { phone, amount } = c2bMarksOf(scenario);
      expect(findC2bScenario(phone, 5)).toBe(scenario);
      expect(findC2bScenario(testPhone, amount)).toBe(scenario);
    }
    for (const amount of [1, 5, 100, 1000, 50_000, 150_000])
      expect(findC2bScenario(testPhone, amount)).toBe(ordinaryC2bScenario);
    for (const field of ['slug', 'number', 'title'] as const) {
      expect(new Set(c2bScenarios.map((scenario) => scenario[field])).size).toBe(c2bScenarios.length);
    }
    const forms = c2bScenarios.filter(({ group }) => group === 'form').map(({ number }) => number);
    expect(promptScenarios.filter(({ amount }) => forms.includes(amount))).toEqual([]);
    expect(new Set(registrationScenarios.map(({ shortcode }) => shortcode)).size).toBe(registrationScenarios.length);
  });

  it('is served as JSON and as a page', async () => {
    bench = await startC2bBench();
    const { json } = await bench.call('GET', '/admin/magic');
    expect(json.c2bScenarios).toHaveLength(c2bScenarios.length);
    expect(json.c2bScenarios).toContainEqual(
      expect.objectContaining({ slug: 'plain-phone', phone: '254700081001', amount: 81001, phoneForm: 'plain' }),
    );
    expect(json.registrationScenarios).toEqual(registrationScenarios);
    const page = (await bench.call('GET', '/')).text;
    for (const scenario of c2bScenarios) {
      const { phone, amount } = c2bMarksOf(scenario);
      expect(page).toContain(`<code>${phone}</code></td><td><code>${amount}</code>`);
    }
    for (const { shortcode } of registrationScenarios) expect(page).toContain(`<code>${shortcode}</code>`);
  });
});
