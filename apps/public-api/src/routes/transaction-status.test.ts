import { describe, expect, it } from 'vitest';
import { inquiryAcceptedSchema } from './inquiry-accepted.ts';
import { badRemarks, badTextsIn, malformed, moneyOutWorld, refusal, type Sent } from './money-out.fixture.ts';

const world = moneyOutWorld();

const post = (body: unknown, sent: Sent = {}) => world.send('/transaction-status', body, { method: 'POST', ...sent });
const newBody = (changes: Record<string, unknown> = {}) => ({ transactionId: 'MAGIC73001', ...changes });
const rowOf = (id: string) => world.api.ctx.db.prisma.inquiry.findUniqueOrThrow({ where: { id } });

const asksNothing = world.spendsNothingAt('/mpesa/transactionstatus/v1/query');

describe('202', () => {
  it('answers exactly the two fields, and the answer comes', async () => {
    const { status, body } = await post(newBody({ remarks: 'Where is it', occasion: 'May' }));
    expect(status).toBe(202);
    const { queryId, conversationId } = inquiryAcceptedSchema.parse(body);
    await world.settle(queryId);
    expect(await rowOf(queryId)).toMatchObject({
      status: 'answered',
      conversationId,
      result: { transactionStatus: 'Completed' },
    });
  });

  it('about a payment of ours tells its receipt', async () => {
    const collected = await world.send('/collect', { amount: 30, phone: '254712345001' });
    await world.settle(collected.body.paymentId);
    const where = { id: collected.body.paymentId };
    const { providerReceipt } = await world.api.ctx.db.prisma.payment.findUniqueOrThrow({ where });
    const { body } = await post({ transactionId: providerReceipt });
    await world.settle(body.queryId);
    expect((await rowOf(body.queryId)).result).toMatchObject({ receipt: providerReceipt, amount: '30' });
  });

  it('is a question each time: an idempotency key is not looked at', async () => {
    const headers = { 'idempotency-key': 'ignored' };
    const [first, second] = [await post(newBody(), { headers }), await post(newBody(), { headers })];
    expect(first.body.queryId).not.toBe(second.body.queryId);
  });

  it.each(['1', '2', '4'])('takes the identifier type %s', async (identifierType) => {
    const { status, body } = await post(newBody({ identifierType }));
    expect(status).toBe(202);
    expect((await rowOf(body.queryId)).identifierType).toBe(identifierType);
  });
});

describe('400', () => {
  it.each(malformed)('%s is malformed', async (_what, sent) => {
    await asksNothing(() => refusal(post(undefined, sent), 400, 'malformed_json'));
  });

  it('names the initiator that is missing', async () => {
    const key = (await world.merchant()).key().key;
    const { detail } = await asksNothing(() => refusal(post(newBody(), { key }), 400, 'provider_not_configured'));
    expect(detail).toMatch(/initiator name and initiator password are missing/);
  });
});

describe('401', () => {
  it('no key, whatever the body', async () => {
    await asksNothing(() => refusal(post(undefined, { raw: '{', key: null }), 401, 'unauthenticated'));
  });
});

describe('413', () => {
  it('a body over 100 kB', async () => {
    await asksNothing(() => refusal(post(newBody({ filler: 'x'.repeat(100_000) })), 413, 'payload_too_large'));
  });
});

describe('422', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['no transaction', { transactionId: undefined }, 'transactionId'],
    ['a blank transaction', { transactionId: ' ' }, 'transactionId'],
    ['41 characters', { transactionId: 'A'.repeat(41) }, 'transactionId'],
    ['the identifier type as number', { identifierType: 4 }, 'identifierType'],
    ['another identifier type', { identifierType: '3' }, 'identifierType'],
    ...badRemarks(),
    ...badTextsIn('occasion'),
  ])('%s', async (_what, changes, path) => {
    const { issues } = await asksNothing(() => refusal(post(newBody(changes)), 422, 'invalid_input'));
    expect(issues?.map((issue) => issue.path)).toEqual([path]);
  });
});

describe('429', () => {
  it('over the budget of questions, before anything is sent', async () => {
    const { context } = world.api.deps;
    const usual = context.queryBudget;
    const verdict = { allowed: false, limit: 5, remaining: 0, windowSeconds: 1, resetSeconds: 1 };
    context.queryBudget = { consume: async () => verdict, refund: async () => {} };
    try {
      const { headers } = await asksNothing(() => refusal(post(newBody()), 429, 'rate_limited'));
      expect(headers.get('retry-after')).toBe('1');
    } finally {
      context.queryBudget = usual;
    }
  });
});

describe('502', () => {
  it('passes the refusal of the provider through, and names the inquiry that failed', async () => {
    const problem = await refusal(post(newBody({ remarks: 'magic:initiator-refused' })), 502, 'provider_rejected');
    expect(problem.upstream?.code).toBe('400.002.02');
    expect(problem.decoded).toMatchObject({ category: 'your_setup' });
    expect((await rowOf(problem.queryId ?? '')).status).toBe('failed');
  });

  it('no answer: the inquiry stays, and is answered when the result comes', async () => {
    const problem = await refusal(post(newBody({ remarks: 'magic:lost-ack' })), 502, 'provider_unavailable');
    expect(problem.detail).toContain(`GET /inquiries/${problem.queryId}`);
    await world.settle(problem.queryId ?? '');
    expect((await rowOf(problem.queryId ?? '')).status).toBe('answered');
  });
});
