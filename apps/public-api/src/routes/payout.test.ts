import { describe, expect, it } from 'vitest';
import { disburseAcceptedSchema } from './disburse-accepted.ts';
import { badTextsIn, malformed, moneyOutWorld, refusal, type Sent } from './money-out.fixture.ts';

const world = moneyOutWorld();

let phones = 0;
const newPhone = () => {
  phones += 1;
  return `2547120${String(phones).padStart(5, '0')}`;
};
const newBody = (changes: Record<string, unknown> = {}) => ({ amount: 100, phone: newPhone(), ...changes });
const post = (body: unknown, sent: Sent = {}) => world.send('/payout', body, { method: 'POST', ...sent });
const under = (key: string): Sent => ({ headers: { 'idempotency-key': key } });
const path = '/mpesa/b2c/v3/paymentrequest';
const calls = () => world.calls(path);
const rowOf = (id: string) => world.api.ctx.db.prisma.disbursement.findUniqueOrThrow({ where: { id } });

const spendsNothing = world.spendsNothingAt(path);

describe('202', () => {
  it('answers exactly the three fields; the provider pays once and the result comes', async () => {
    const { status, body, headers } = await post(
      newBody({ commandId: 'SalaryPayment', remarks: 'Wages', occasion: 'May' }),
    );
    expect(status).toBe(202);
    const { disbursementId, conversationId } = disburseAcceptedSchema.parse(body);
    expect(headers.get('idempotent-replayed')).toBeNull();
    const [callback] = await world.settle(disbursementId);
    expect(callback).toMatchObject({ kind: 'result', state: 'applied' });
    const row = await rowOf(disbursementId);
    expect(row).toMatchObject({ status: 'success', conversationId, commandId: 'SalaryPayment', resultCode: '0' });
    expect(row.providerReceipt).toMatch(/^[A-Z0-9]{10}$/);
    expect(row.originatorConversationId).toBe(disbursementId);
  });

  it.each([
    ['K, K', 'K'],
    ['L', 'L,L ,  L'],
    ['"M", "M"', '"M"'],
    [`${'n'.repeat(255)}, ${'n'.repeat(255)}`, 'n'.repeat(255)],
  ])('a proxy joins equal lines of the key: %j and then %j pay once', async (...keys) => {
    const body = newBody();
    const before = await calls();
    const [first, again] = [await post(body, under(keys[0])), await post(body, under(keys[1]))];
    expect(again).toMatchObject({ status: 202, body: first.body });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await calls()).toBe(before + 1);
  });

  it('ignores other members, headers of proxies and what stands beside the right name', async () => {
    const headers = {
      'idempotency-key': 'beside',
      'x-idempotency-key': 'other',
      'x-forwarded-for': '203.0.113.9',
      ...{
        'x-request-id': '1',
        'x-amzn-trace-id': '1',
        'cf-ray': '1',
        via: '1.1 proxy',
        'x-api-key': 'k',
        forwarded: 'for=1',
      },
    };
    const body = newBody({ order: 7, remarks: 'May', remark: 'June' });
    expect(await world.send('/payout?utm_source=shop', body, { headers })).toMatchObject({ status: 202 });
  });

  it('replays under a key in the header or in the body, and says so', async () => {
    const body = newBody();
    const first = await post(body, under('wages 1'));
    const before = await calls();
    const again = [
      await post(body, under('wages 1')),
      await post({ ...body, idempotencyKey: 'wages 1' }),
      await post({ ...body, phone: `+${body.phone}` }, under('wages 1')),
    ];
    for (const replay of again) {
      expect(replay).toMatchObject({ status: 202, body: first.body });
      expect(replay.headers.get('idempotent-replayed')).toBe('true');
    }
    expect(await calls()).toBe(before);
  });

  it('thirty concurrent duplicates are one payout', async () => {
    const body = newBody();
    const before = await calls();
    const answers = await Promise.all(Array.from({ length: 30 }, () => post(body, under('burst'))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map((answer) => answer.body.disbursementId)).size).toBe(1);
    expect(await calls()).toBe(before + 1);
  });

  it('takes the whole range of amounts, and empty remarks', async () => {
    for (const amount of [1, 150_000]) {
      expect((await post(newBody({ amount, remarks: '', occasion: '' }))).status).toBe(202);
    }
  });

  it('a result that overtakes the acknowledgement is not overwritten by it', async () => {
    const { status, body } = await post(newBody({ remarks: 'magic:result-before-ack' }));
    expect(status).toBe(202);
    await world.settle(body.disbursementId);
    expect(await rowOf(body.disbursementId)).toMatchObject({
      status: 'success',
      conversationId: body.conversationId,
    });
  });

  it('of results that contradict, the first decides, whichever the worker sees first', async () => {
    const { body } = await post(newBody({ remarks: 'magic:done-then-failed' }));
    await world.settle(body.disbursementId, 2);
    expect(await rowOf(body.disbursementId)).toMatchObject({ status: 'success', needsReview: true });
  });

  it('a queue timeout settles nothing, and keeps no credential', async () => {
    const { body } = await post(newBody({ remarks: 'magic:timeout-executed' }));
    const [callback] = await world.settle(body.disbursementId);
    expect(callback).toMatchObject({ kind: 'queue_timeout', state: 'applied' });
    const stored = Buffer.from(callback?.body ?? []).toString();
    expect(stored).toContain('"SecurityCredential":"(removed)"');
    expect(stored).toContain(body.disbursementId);
    const row = await rowOf(body.disbursementId);
    expect(row.status).toBe('pending');
    expect(row.nextInquiryAt?.getTime()).toBeLessThanOrEqual(Date.now());
  });
});

describe('400', () => {
  it.each(malformed)('%s is malformed, and spends nothing', async (_what, sent) => {
    await spendsNothing(() =>
      refusal(
        post(undefined, { ...sent, headers: { 'idempotency-key': 'bad', ...sent.headers } }),
        400,
        'malformed_json',
      ),
    );
  });

  it('names the initiator that is missing, and the key is not spent', async () => {
    const bare = (await world.merchant()).key().key;
    const problem = await spendsNothing(() =>
      refusal(post(newBody(), { ...under('later'), key: bare }), 400, 'provider_not_configured'),
    );
    expect(problem.detail).toMatch(/initiator name and initiator password are missing/);
    expect(problem.detail).toMatch(/sandbox/);
  });
});

describe('401', () => {
  it('no key, whatever the body', async () => {
    await spendsNothing(() => refusal(post(undefined, { raw: '{', key: null }), 401, 'unauthenticated'));
  });
});

describe('409', () => {
  it('the key was used with another body', async () => {
    await post(newBody(), under('reused'));
    const { detail } = await spendsNothing(() =>
      refusal(post(newBody(), under('reused')), 409, 'idempotency_key_reused'),
    );
    expect(detail).toContain('Idempotency-Key was reused with a different request body');
  });

  it('the first request is still in flight: Retry-After, then the replay', async () => {
    const body = newBody({ remarks: 'magic:slow-ack' });
    const first = post(body, under('slow'));
    await expect.poll(() => world.api.ctx.db.prisma.idempotencyRecord.count({ where: { key: 'slow' } })).toBe(1);
    const refused = await refusal(post(body, under('slow')), 409, 'idempotency_in_flight');
    expect(Number(refused.headers.get('retry-after'))).toBe(refused.retryAfterSeconds);
    const answered = await first;
    expect((await post(body, under('slow'))).body).toEqual(answered.body);
  });

  it.each(['lost-ack', 'unreadable-ack', 'gateway-timeout'])(
    '%s: for ever, with the disbursement to look at, which its result settles; never a second payout',
    async (slug) => {
      const body = newBody({ remarks: `magic:${slug}` });
      const before = await calls();
      const first = await refusal(post(body, under(slug)), 409, 'idempotency_indeterminate');
      expect(first.detail).toContain('interrupted while the provider call was in flight');
      expect(first.detail).toContain(`GET /disbursements/${first.disbursementId}`);
      expect(first.indeterminate).toBe(true);
      const again = await refusal(post(body, under(slug)), 409, 'idempotency_indeterminate');
      expect(again.disbursementId).toBe(first.disbursementId);
      await world.settle(first.disbursementId ?? '');
      expect((await rowOf(first.disbursementId ?? '')).status).toBe('success');
      await refusal(post(body, under(slug)), 409, 'idempotency_indeterminate');
      expect(await calls()).toBe(before + 1);
    },
  );

  it('a repeated OriginatorConversationID is never taken for a refusal', async () => {
    const body = newBody({ remarks: 'magic:duplicate-fresh' });
    await refusal(post(body, under('seen')), 409, 'idempotency_indeterminate');
  });
});

describe('413', () => {
  it('a body over 100 kB', async () => {
    await spendsNothing(() => refusal(post(newBody({ filler: 'x'.repeat(100_000) })), 413, 'payload_too_large'));
  });
});

describe('422', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['no amount', { amount: undefined }, 'amount'],
    ['an amount as text', { amount: '100' }, 'amount'],
    ['a fraction', { amount: 1.5 }, 'amount'],
    ['zero', { amount: 0 }, 'amount'],
    ['less than zero', { amount: -5 }, 'amount'],
    ['over the limit', { amount: 150_001 }, 'amount'],
    ['no phone', { phone: undefined }, 'phone'],
    ['a foreign phone', { phone: '+255712345678' }, 'phone'],
    ['a phone as number', { phone: 254712345678 }, 'phone'],
    ['another command', { commandId: 'BusinessPayBill' }, 'commandId'],
    ['a command in small letters', { commandId: 'businesspayment' }, 'commandId'],
    ['a key of no characters', { idempotencyKey: '' }, 'idempotencyKey'],
    ...badTextsIn('remarks'),
    ...badTextsIn('occasion'),
  ])('%s', async (_what, changes, path) => {
    const { issues } = await spendsNothing(() =>
      refusal(post(newBody(changes), under('invalid')), 422, 'invalid_input'),
    );
    expect(issues?.map((issue) => issue.path)).toEqual([path]);
  });

  it.each(['one, two', 'one,one, One', ', ,', 'one,', `${'n'.repeat(256)}, ${'n'.repeat(256)}`])(
    'one header names no key or several: %j',
    async (line) => {
      const { issues } = await spendsNothing(() => refusal(post(newBody(), under(line)), 422, 'invalid_input'));
      expect(issues?.[0]?.path).toBe('idempotency-key');
    },
  );

  it.each<[string, Record<string, unknown>, Record<string, string>, string]>([
    ['', {}, { Idempotency_Key: 'K' }, 'idempotency_key'],
    ['', {}, { 'X-Idempotency-Key': 'K' }, 'x-idempotency-key'],
    ['', {}, { 'Idempotent-Key': 'K' }, 'idempotent-key'],
    ['', {}, { 'Idempotancy-Key': 'K' }, 'idempotancy-key'],
    ['', {}, { 'Idem-Key': 'K' }, 'idem-key'],
    ['', { idempotency_key: 'K' }, {}, 'idempotency_key'],
    ['', { occassion: 'May' }, {}, 'occassion'],
    ['', { command_id: 'SalaryPayment' }, {}, 'command_id'],
    ['?idempotencyKey=K', {}, {}, 'idempotencyKey'],
  ])('a name that is nearly right and would change nothing: %s %j %j', async (query, members, headers, path) => {
    const sent = () => world.send(`/payout${query}`, newBody(members), { headers });
    const { issues } = await spendsNothing(() => refusal(sent(), 422, 'invalid_input'));
    expect(issues?.map((issue) => issue.path)).toEqual([path]);
  });

  it('header and body name different keys', async () => {
    const body = newBody({ idempotencyKey: 'one' });
    await spendsNothing(() => refusal(post(body, under('two')), 422, 'invalid_input'));
  });
});

describe('502', () => {
  it('passes the refusal of the provider through, replays it for ever, and announces nothing', async () => {
    const body = newBody({ remarks: 'magic:initiator-refused' });
    const first = await refusal(post(body, under('refused')), 502, 'provider_rejected');
    expect(first.upstream).toEqual({ code: '400.002.02', description: 'Bad Request - Invalid Initiator Information' });
    expect(first.decoded).toMatchObject({ category: 'your_setup', retryable: false });
    const before = await calls();
    const again = await refusal(post(body, under('refused')), 502, 'provider_rejected');
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.disbursementId).toBe(first.disbursementId);
    expect(await calls()).toBe(before);
    expect(await rowOf(first.disbursementId ?? '')).toMatchObject({ status: 'failed', settledBy: 'push' });
    const { prisma } = world.api.ctx.db;
    expect(await prisma.webhookDelivery.count({ where: { event: { subjectId: first.disbursementId ?? '' } } })).toBe(0);
  });

  it('without a key, no answer says that money may move, and names the disbursement', async () => {
    const problem = await refusal(post(newBody({ remarks: 'magic:lost-ack' })), 502, 'provider_unavailable');
    expect(problem.indeterminate).toBe(true);
    expect((await rowOf(problem.disbursementId ?? '')).status).toBe('pending');
  });
});
