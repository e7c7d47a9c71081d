import { describe, expect, it } from 'vitest';
import { inquiryAcceptedSchema } from './inquiry-accepted.ts';
import { badRemarks, malformed, moneyOutWorld, refusal, type Sent } from './money-out.fixture.ts';

const world = moneyOutWorld();

const post = (body: unknown, sent: Sent = {}) => world.send('/account-balance', body, { method: 'POST', ...sent });
const rowOf = (id: string) => world.api.ctx.db.prisma.inquiry.findUniqueOrThrow({ where: { id } });

const asksNothing = world.spendsNothingAt('/mpesa/accountbalance/v1/query');

describe('202', () => {
  it('answers exactly the two fields, and the accounts come', async () => {
    const { status, body } = await post({});
    expect(status).toBe(202);
    const { queryId, conversationId } = inquiryAcceptedSchema.parse(body);
    await world.settle(queryId);
    const row = await rowOf(queryId);
    expect(row).toMatchObject({ kind: 'account_balance', status: 'answered', conversationId, identifierType: '4' });
    expect(row.result).toContainEqual(expect.objectContaining({ currency: 'KES', available: expect.any(String) }));
  });

  it.each(['1', '2', '4'])('takes the identifier type %s', async (identifierType) => {
    const { status, body } = await post({ identifierType, remarks: 'Float' });
    expect(status).toBe(202);
    expect((await rowOf(body.queryId)).identifierType).toBe(identifierType);
  });
});

describe('202', () => {
  it.each<[string, RequestInit]>([
    ['no body and no content type', {}],
    ['an empty body called JSON', { headers: { 'content-type': 'application/json' }, body: '' }],
    ['an empty body called a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: '' }],
  ])('%s asks about the shortcode', async (_what, { headers = {}, ...rest }) => {
    const response = await fetch(`${world.api.baseUrl}/account-balance`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.shop.key().key}`, ...(headers as Record<string, string>) },
      ...rest,
    });
    expect(response.status, await response.clone().text()).toBe(202);
    const { queryId } = inquiryAcceptedSchema.parse(await response.json());
    expect(await rowOf(queryId)).toMatchObject({ identifierType: '4', remarks: '' });
  });

  it('keeps remarks whole that are longer than the provider takes', async () => {
    const remarks = `Float before the weekend,\nasked by the night shift. ${'x'.repeat(900)}`;
    const { status, body } = await post({ remarks });
    expect(status).toBe(202);
    expect((await rowOf(body.queryId)).remarks).toBe(remarks);
  });
});

describe('400', () => {
  it.each(malformed.filter(([, { raw }]) => raw !== ''))('%s is malformed', async (_what, sent) => {
    await asksNothing(() => refusal(post(undefined, sent), 400, 'malformed_json'));
  });

  it('names the initiator that is missing', async () => {
    const key = (await world.merchant()).key().key;
    const { detail } = await asksNothing(() => refusal(post({}, { key }), 400, 'provider_not_configured'));
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
    await asksNothing(() => refusal(post({ filler: 'x'.repeat(100_000) }), 413, 'payload_too_large'));
  });
});

describe('422', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['the identifier type as number', { identifierType: 4 }, 'identifierType'],
    ['another identifier type', { identifierType: '11' }, 'identifierType'],
    ...badRemarks(),
  ])('%s', async (_what, changes, path) => {
    const { issues } = await asksNothing(() => refusal(post(changes), 422, 'invalid_input'));
    expect(issues?.map((issue) => issue.path)).toEqual([path]);
  });

  it.each(['[]', 'null', '"x"', '7'])('a body that is %s', async (raw) => {
    await asksNothing(() => refusal(post(undefined, { raw }), 422, 'invalid_input'));
  });
});

describe('429', () => {
  it('over the budget of questions, before anything is sent', async () => {
    const { context } = world.api.deps;
    const usual = context.queryBudget;
    const verdict = { allowed: false, limit: 5, remaining: 0, windowSeconds: 1, resetSeconds: 1 };
    context.queryBudget = { consume: async () => verdict, refund: async () => {} };
    try {
      const { headers } = await asksNothing(() => refusal(post({}), 429, 'rate_limited'));
      expect(headers.get('retry-after')).toBe('1');
    } finally {
      context.queryBudget = usual;
    }
  });
});

describe('502', () => {
  it('passes the refusal of the provider through, and names the inquiry that failed', async () => {
    const problem = await refusal(post({ remarks: 'magic:initiator-refused' }), 502, 'provider_rejected');
    expect(problem.upstream?.code).toBe('400.002.02');
    expect((await rowOf(problem.queryId ?? '')).status).toBe('failed');
  });

  it('no answer: the inquiry stays, and is answered when the result comes', async () => {
    const problem = await refusal(post({ remarks: 'magic:lost-ack' }), 502, 'provider_unavailable');
    await world.settle(problem.queryId ?? '');
    expect((await rowOf(problem.queryId ?? '')).status).toBe('answered');
  });
});
