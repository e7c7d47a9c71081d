import { afterEach, describe, expect, it } from 'vitest';
import { securedScenarios, securedScenariosOf } from './magic.ts';
import { allOperations } from './row.ts';
import { requestPaths, type SecuredBench, startSecuredBench } from './test-bench.ts';

let bench: SecuredBench;
afterEach(() => bench.close());

describe('the admin API of the secured operations', () => {
  it('lists payouts newest first, by phone and by page, and shows each by either id', async () => {
    bench = await startSecuredBench();
    for (const Amount of [10, 20, 30]) await bench.resultOf('payout', { Amount });
    await bench.resultOf('payout', { Amount: 40, PartyB: '254700000001' });
    const payouts = await bench.list('payout');
    expect(payouts.map(({ amount }) => amount)).toEqual([40, 30, 20, 10]);
    expect((await bench.list('payout', '?limit=1')).map(({ amount }) => amount)).toEqual([40]);
    expect((await bench.list('payout', '?phone=254700000001')).map(({ amount }) => amount)).toEqual([40]);
    expect((await bench.call('GET', '/admin/payouts?colour=red')).status).toBe(422);
    const view = await bench.after('payout', 1);
    for (const id of [view.originatorConversationId, view.conversationId]) {
      expect((await bench.call('GET', `/admin/payouts/${id}`)).json).toEqual(view);
    }
    expect((await bench.call('GET', '/admin/payouts/nothing')).status).toBe(404);
    expect(view).toEqual({
      originatorConversationId: expect.any(String),
      conversationId: expect.stringMatching(/^AG_/),
      operation: 'payout',
      commandId: 'BusinessPayment',
      initiator: 'testapi',
      shortcode: '600123',
      amount: 40,
      phone: '254700000001',
      receiver: null,
      accountReference: null,
      transactionId: null,
      originalConversationId: null,
      remarks: 'For the order',
      occasion: '',
      scenario: 'ordinary',
      state: 'settled',
      outcome: { resultCode: 0, resultDesc: expect.any(String), receipt: expect.stringMatching(/^[A-Z0-9]{10}$/) },
      createdAt: expect.any(String),
      settledAt: expect.any(String),
      results: [
        { at: expect.any(String), status: 'delivered', httpStatus: 200, error: null, resultCode: 0, resultType: 0 },
      ],
      timeouts: [],
    });
  });

  it('lists every payout over several pages, also when more come meanwhile, and no page after a row that it dropped', async () => {
    bench = await startSecuredBench({ conversationsMax: 4 });
    for (const Amount of [10, 20, 30]) await bench.resultOf('payout', { Amount });
    const page = async (query: string) => (await bench.call('GET', `/admin/payouts?limit=2${query}`)).json;
    const first = await page('');
    expect(first).toMatchObject({ payouts: [{ amount: 30 }, { amount: 20 }], next: expect.any(String) });
    await bench.resultOf('payout', { Amount: 40 });
    expect(await page(`&before=${first.next}`)).toMatchObject({ payouts: [{ amount: 10 }], next: null });
    for (const Amount of [50, 60, 70]) await bench.resultOf('payout', { Amount });
    expect((await bench.call('GET', `/admin/payouts?before=${first.next}`)).status).toBe(422);
  });

  it('keeps a bounded number of each, yet goes on refusing the ids of dropped payouts', async () => {
    bench = await startSecuredBench({ conversationsMax: 2 });
    const first = bench.body('payout');
    await bench.post(requestPaths.payout, first);
    for (const Amount of [20, 30]) await bench.resultOf('payout', { Amount });
    expect((await bench.list('payout')).map(({ amount }) => amount)).toEqual([30, 20]);
    expect((await bench.post(requestPaths.payout, first)).json.errorCode).toBe('500.002.1001');
  });

  it('counts the requests of every operation by path', async () => {
    bench = await startSecuredBench();
    for (const operation of allOperations) await bench.resultOf(operation);
    const { counts, requests } = await bench.requests();
    for (const path of Object.values(requestPaths)) expect(counts[`POST ${path}`]).toBe(1);
    const [payout] = await bench.list('payout');
    expect(requests.find(({ path }) => path === requestPaths.payout)).toMatchObject({
      status: 200,
      phone: '254712345678',
      amount: 250,
      originatorConversationId: payout?.originatorConversationId,
    });
  });

  it('serves the tables as JSON beside the table of prompts, and as a page', async () => {
    bench = await startSecuredBench();
    const { json } = await bench.call('GET', '/admin/magic');
    const row = { slug: 'insufficient-funds', resultCode: 1, remark: 'magic:insufficient-funds' };
    expect(json.payoutScenarios).toHaveLength(securedScenariosOf('payout').length);
    expect(json.payoutScenarios).toContainEqual(
      expect.objectContaining({ ...row, phone: '254700070001', amount: 70001 }),
    );
    expect(json.reversalScenarios).toContainEqual(expect.objectContaining({ ...row, transactionId: 'MAGIC70001' }));
    const codes = (json.payoutScenarios as { slug: string; resultCode: unknown }[]).map(
      ({ slug, resultCode }): [string, unknown] => [slug, resultCode],
    );
    expect(Object.fromEntries(codes)).toMatchObject({
      'lost-result': 0,
      'initiator-invalid': 2001,
      hang: null,
      'http-500': null,
      'seen-not-executed': null,
    });
    expect(json.statusScenarios).toHaveLength(securedScenariosOf('status').length);
    expect(json.balanceScenarios).toHaveLength(securedScenariosOf('balance').length);
    expect(json.b2bScenarios).toHaveLength(securedScenariosOf('b2b').length);
    expect((json.b2bScenarios as object[])[0]).not.toHaveProperty('transactionId');
    const page = (await bench.call('GET', '/')).text;
    for (const { number, slug } of securedScenarios) {
      expect(page).toContain(`<code>${number}</code></td><td><code>${slug}</code>`);
    }
  });
});
