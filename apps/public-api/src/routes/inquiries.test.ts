import { describe, expect, it } from 'vitest';
import { inquirySchema } from './inquiries.ts';
import { moneyOutWorld, refusal } from './money-out.fixture.ts';

const world = moneyOutWorld();

async function asked(path: '/transaction-status' | '/account-balance', body: object, key?: string): Promise<string> {
  return (await world.send(path, body, { ...(key && { key }) })).body.queryId;
}
const read = async (id: string) => inquirySchema.parse((await world.send(`/inquiries/${id}`)).body);

describe('200', () => {
  it('a transaction status, before and after its answer', async () => {
    const id = await asked('/transaction-status', { transactionId: 'MAGIC73011' });
    const { createdAt: _, conversationId, ...pending } = await read(id);
    expect(pending).toEqual({
      queryId: id,
      kind: 'transaction_status',
      status: 'pending',
      rail: 'mpesa',
      transactionId: 'MAGIC73011',
      resultCode: null,
      resultDesc: null,
      result: null,
    });
    await world.settle(id);
    expect(await read(id)).toMatchObject({
      status: 'answered',
      conversationId,
      resultCode: 0,
      result: { transactionStatus: 'Completed', amount: '100', completedAt: expect.stringMatching(/\+03:00$/) },
    });
  });

  it.each(['form-plain', 'form-duplicates', 'form-sparse'])('reads every form of an answer: %s', async (form) => {
    for (const [path, body] of [
      ['/transaction-status', { transactionId: 'MAGIC73001', remarks: `magic:${form}` }],
      ['/account-balance', { remarks: `magic:${form}` }],
    ] as const) {
      const id = await asked(path, body);
      await world.settle(id);
      expect((await read(id)).status).toBe('answered');
    }
  });

  it('an account balance', async () => {
    const id = await asked('/account-balance', {});
    await world.settle(id);
    const view = await read(id);
    expect(view).toMatchObject({ kind: 'account_balance', status: 'answered', transactionId: null });
    expect(view.kind === 'account_balance' && view.accounts?.length).toBeGreaterThan(0);
  });

  it('a question that the provider could not answer', async () => {
    const id = await asked('/transaction-status', { transactionId: 'NOSUCH1234' });
    await world.settle(id);
    expect(await read(id)).toMatchObject({ status: 'failed', resultCode: 'R000002', result: null });
  });

  it('a question that the provider gave up', async () => {
    const id = await asked('/account-balance', { remarks: 'magic:timeout-not-executed' });
    await world.settle(id);
    expect(await read(id)).toMatchObject({ status: 'failed', resultCode: 'queue_timeout', accounts: null });
  });
});

describe('401', () => {
  it('no key', async () => {
    const id = await asked('/account-balance', {});
    await refusal(world.send(`/inquiries/${id}`, undefined, { key: null }), 401, 'unauthenticated');
  });
});

describe('404', () => {
  it('is the same for a foreign one, a missing one, another kind and no id at all', async () => {
    const foreign = await asked('/account-balance', {}, (await world.other()).key().key);
    const payout = (await world.send('/payout', { amount: 10, phone: '0712345678' })).body.disbursementId;
    const answers = [];
    for (const id of [foreign, '0192f3a4-5b6c-7d8e-9f00-112233445566', payout, 'x', '%27']) {
      const { headers: _, requestId: __, ...problem } = await refusal(world.send(`/inquiries/${id}`), 404, 'not_found');
      answers.push(problem);
    }
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });
});

describe('422', () => {
  it('a parameter that there is not', async () => {
    const asked = world.send(`/inquiries/${crypto.randomUUID()}?fields=status`);
    const { issues } = await refusal(asked, 422, 'invalid_input');
    expect(issues).toMatchObject([{ path: 'fields', message: 'is not known here. There are none' }]);
  });
});
