import { describe, expect, it } from 'vitest';
import { disburseAcceptedSchema } from './disburse-accepted.ts';
import { badTextsIn, malformed, moneyOutWorld, refusal, type Sent } from './money-out.fixture.ts';

const world = moneyOutWorld();

const post = (body: unknown, sent: Sent = {}) => world.send('/reversal', body, { method: 'POST', ...sent });
const under = (key: string): Sent => ({ headers: { 'idempotency-key': key } });
const path = '/mpesa/reversal/v1/request';
const calls = () => world.calls(path);
const rowOf = (id: string) => world.api.ctx.db.prisma.disbursement.findUniqueOrThrow({ where: { id } });
let receipts = 0;
/** A reversal of a receipt that nobody knows, each time of another one. */
const foreign = (changes: Record<string, unknown> = {}) => {
  receipts += 1;
  return { transactionId: `TJK${String(receipts).padStart(7, '0')}`, amount: 100, ...changes };
};

let phones = 0;
/** A payment that was collected, with its receipt. */
async function collected(amount = 100, key?: string): Promise<{ transactionId: string; amount: number }> {
  phones += 1;
  const phone = `2547130${String(phones).padStart(5, '0')}`;
  const { body } = await world.send('/collect', { amount, phone }, { ...(key && { key }) });
  await world.settle(body.paymentId);
  const payment = await world.api.ctx.db.prisma.payment.findUniqueOrThrow({ where: { id: body.paymentId } });
  return { transactionId: payment.providerReceipt ?? '', amount };
}

const spendsNothing = world.spendsNothingAt(path);

describe('202', () => {
  it('answers exactly the three fields, and the payment goes back whole', async () => {
    const input = await collected();
    const { status, body } = await post({ ...input, remarks: 'Returned', occasion: 'Goods' });
    expect(status).toBe(202);
    const { disbursementId, conversationId } = disburseAcceptedSchema.parse(body);
    await world.settle(disbursementId);
    const row = await rowOf(disbursementId);
    expect(row).toMatchObject({ kind: 'reversal', status: 'success', conversationId, ...input });
    expect(row.providerReceipt).not.toBe(input.transactionId);
    expect(row.providerReceipt).toMatch(/^[A-Z0-9]{10}$/);
  });

  it.each(['form-plain', 'form-duplicates', 'form-sparse'])('reads every form of a result: %s', async (form) => {
    const input = await collected();
    const { disbursementId } = (await post({ ...input, remarks: `magic:${form}` })).body;
    await world.settle(disbursementId);
    expect(await rowOf(disbursementId)).toMatchObject({ status: 'success', resultCode: '0', ...input });
  });

  it('a second reversal of the receipt under another key is 409 with the first, and spends no key', async () => {
    const input = await collected();
    const first = await post(input, under('first'));
    const { disbursementId } = first.body;
    const refused = await refusal(post(input, under('second')), 409, 'already_reversed');
    expect(refused).toMatchObject({ disbursementId });
    await world.settle(disbursementId);
    expect(await refusal(post(input, under('second')), 409, 'already_reversed')).toMatchObject({ disbursementId });
    expect((await post(input, under('first'))).body).toEqual(first.body);
  });

  it('a receipt that we do not know is for the provider to judge', async () => {
    const { status, body } = await post(foreign());
    expect(status).toBe(202);
    await world.settle(body.disbursementId);
    expect(await rowOf(body.disbursementId)).toMatchObject({ status: 'failed', resultCode: 'R000002' });
  });

  it('replays under its key, and says so', async () => {
    const input = await collected();
    const first = await post(input, under('replay'));
    const before = await calls();
    const again = await post({ ...input, transactionId: ` ${input.transactionId} ` }, under('replay'));
    expect(again).toMatchObject({ status: 202, body: first.body });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await calls()).toBe(before);
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

  it('names the initiator that is missing', async () => {
    const key = (await world.merchant()).key().key;
    const problem = await spendsNothing(() => refusal(post(foreign(), { key }), 400, 'provider_not_configured'));
    expect(problem.detail).toMatch(/initiator name and initiator password are missing/);
  });
});

describe('401', () => {
  it('no key, whatever the body', async () => {
    await spendsNothing(() => refusal(post(undefined, { raw: '{', key: null }), 401, 'unauthenticated'));
  });
});

describe('409', () => {
  it('the key was used with another body', async () => {
    await post(foreign(), under('reused'));
    await spendsNothing(() => refusal(post(foreign({ amount: 7 }), under('reused')), 409, 'idempotency_key_reused'));
  });

  it('lost acknowledgement: for ever, with the disbursement to look at; never a second call', async () => {
    const body = foreign({ transactionId: 'MAGIC80002' });
    const before = await calls();
    const first = await refusal(post(body, under('cut')), 409, 'idempotency_indeterminate');
    expect(first.detail).toContain(`GET /disbursements/${first.disbursementId}`);
    const again = await refusal(post(body, under('cut')), 409, 'idempotency_indeterminate');
    expect(again.disbursementId).toBe(first.disbursementId);
    await world.settle(first.disbursementId ?? '');
    expect((await rowOf(first.disbursementId ?? '')).status).toBe('success');
    expect(await calls()).toBe(before + 1);
  });
});

describe('413', () => {
  it('a body over 100 kB', async () => {
    await spendsNothing(() => refusal(post(foreign({ filler: 'x'.repeat(100_000) })), 413, 'payload_too_large'));
  });
});

describe('422', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['no receipt', { transactionId: undefined }, 'transactionId'],
    ['a blank receipt', { transactionId: '  ' }, 'transactionId'],
    ['a receipt of 41 characters', { transactionId: 'A'.repeat(41) }, 'transactionId'],
    ['a receipt as number', { transactionId: 12 }, 'transactionId'],
    ['no amount', { amount: undefined }, 'amount'],
    ['a fraction', { amount: 99.5 }, 'amount'],
    ['zero', { amount: 0 }, 'amount'],
    ['over the limit', { amount: 150_001 }, 'amount'],
    ...badTextsIn('remarks'),
    ...badTextsIn('occasion'),
  ])('%s', async (_what, changes, path) => {
    const { issues } = await spendsNothing(() =>
      refusal(post(foreign(changes), under('invalid')), 422, 'invalid_input'),
    );
    expect(issues?.map((issue) => issue.path)).toEqual([path]);
  });

  it('another amount than was paid to us, and the key is free for the right one', async () => {
    const { transactionId, amount } = await collected();
    for (const wrong of [amount - 1, amount + 1]) {
      const { issues } = await spendsNothing(() =>
        refusal(post({ transactionId, amount: wrong }, under('amount')), 422, 'invalid_input'),
      );
      expect(issues).toMatchObject([{ path: 'amount', message: expect.stringContaining('must be 100') }]);
    }
    expect((await post({ transactionId, amount }, under('amount'))).status).toBe(202);
  });

  it("another merchant's payment is not ours: nothing of it is told, not even its amount", async () => {
    const other = await world.other();
    const { transactionId } = await collected(100, other.key().key);
    expect((await post({ transactionId, amount: 7 })).status).toBe(202);
  });

  it('the receipt of a payout cannot be reversed', async () => {
    const { body } = await world.send('/payout', { amount: 50, phone: '254712345678' });
    await world.settle(body.disbursementId);
    const { providerReceipt } = await rowOf(body.disbursementId);
    const { issues } = await spendsNothing(() =>
      refusal(post({ transactionId: providerReceipt, amount: 50 }), 422, 'invalid_input'),
    );
    expect(issues).toMatchObject([{ path: 'transactionId', message: expect.stringContaining('payout') }]);
  });
});

describe('502', () => {
  it('passes the refusal of the provider through, and replays it', async () => {
    const body = foreign({ remarks: 'magic:initiator-refused' });
    const first = await refusal(post(body, under('refused')), 502, 'provider_rejected');
    expect(first.upstream?.code).toBe('400.002.02');
    const again = await refusal(post(body, under('refused')), 502, 'provider_rejected');
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.disbursementId).toBe(first.disbursementId);
  });

  it('without a key, no answer says that money may move, and names the disbursement', async () => {
    const problem = await refusal(post(foreign({ remarks: 'magic:lost-ack' })), 502, 'provider_unavailable');
    expect(problem.indeterminate).toBe(true);
    expect((await rowOf(problem.disbursementId ?? '')).status).toBe('pending');
  });
});
