import { inquireDisbursement, sweepDisbursements } from '@tillgate/domain/disbursements';
import { describe, expect, it } from 'vitest';
import { disbursementSchema } from './disbursements.ts';
import { moneyOutWorld, refusal } from './money-out.fixture.ts';

const world = moneyOutWorld();

async function paidOut(remarks = '', key?: string): Promise<string> {
  const body = { amount: 100, phone: '0712345678', remarks };
  const answer = await world.send('/payout', body, { ...(key && { key }) });
  return answer.body.disbursementId;
}
const read = async (id: string) => disbursementSchema.parse((await world.send(`/disbursements/${id}`)).body);

describe('200', () => {
  it('a payout, before and after its result', async () => {
    const before = Date.now();
    const id = await paidOut();
    const { createdAt, conversationId, ...pending } = await read(id);
    expect(pending).toEqual({
      disbursementId: id,
      kind: 'payout',
      status: 'pending',
      rail: 'mpesa',
      amount: 100,
      phone: '254712345678',
      commandId: 'BusinessPayment',
      providerReceipt: null,
      resultCode: null,
      resultDesc: null,
    });
    expect(conversationId).not.toBeNull();
    expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(createdAt)).toBeLessThanOrEqual(Date.now());
    await world.settle(id);
    expect(await read(id)).toMatchObject({ status: 'success', resultCode: 0, conversationId });
  });

  it.each([
    ['insufficient-funds', 1],
    ['receiver-unregistered', 2040],
    ['phone-invalid', 'SFC_IC0003'],
    ['maintenance', '00.002.1001'],
  ])('%s fails with %s', async (slug, resultCode) => {
    const id = await paidOut(`magic:${slug}`);
    await world.settle(id);
    expect(await read(id)).toMatchObject({ status: 'failed', resultCode, providerReceipt: null });
  });

  it('a reversal has the receipt and no phone', async () => {
    const answer = await world.send('/reversal', { transactionId: 'MAGIC70000', amount: 100 });
    await world.settle(answer.body.disbursementId);
    const view = await read(answer.body.disbursementId);
    expect(view).toMatchObject({ kind: 'reversal', status: 'success', transactionId: 'MAGIC70000', commandId: null });
    expect(view).not.toHaveProperty('phone');
  });
});

describe('200, when the result never comes', () => {
  /** Has the worker's sweep ask about a disbursement now, and applies what the provider answers. */
  async function inquire(id: string): Promise<void> {
    const { context } = world.api.deps;
    const { prisma } = world.api.ctx.db;
    await prisma.disbursement.update({ where: { id }, data: { nextInquiryAt: new Date() } });
    const published: Parameters<typeof context.publish>[0] = [];
    await sweepDisbursements({ ...context, publish: async (events) => void published.push(...events) });
    for (const event of published) {
      if (event.name !== 'disbursement.inquiry_due' || event.data.disbursementId !== id) continue;
      await inquireDisbursement(context, event.data);
      await world.settle(event.data.inquiryId);
    }
  }

  it.each([
    ['lost-result', 'success', 'MAGIC99001'],
    ['timeout-executed', 'success', 'MAGIC99002'],
    ['timeout-not-executed', 'failed', 'MAGIC99003'],
    ['accepted-silent', 'failed', 'MAGIC99004'],
  ])('%s: a payout and a reversal are settled by asking: %s', async (slug, status, transactionId) => {
    const payout = await paidOut(`magic:${slug}`);
    const body = { transactionId, amount: 100, remarks: `magic:${slug}` };
    const reversal: string = (await world.send('/reversal', body)).body.disbursementId;
    for (const id of [payout, reversal]) {
      // An operation is carried out a moment after it is accepted.
      await expect
        .poll(async () => {
          await inquire(id);
          return (await read(id)).status;
        })
        .toBe(status);
    }
    const receipts = [(await read(payout)).providerReceipt, (await read(reversal)).providerReceipt];
    for (const receipt of receipts) {
      expect(receipt).toEqual(status === 'success' ? expect.stringMatching(/^[A-Z0-9]{10}$/) : null);
    }
  });

  it('lost acknowledgement and lost result: a payout is found by our own id', async () => {
    const body = { amount: 100, phone: '0712345678', remarks: 'magic:lost-ack-and-result' };
    const refused = await refusal(world.send('/payout', body), 502, 'provider_unavailable');
    const id = refused.disbursementId ?? '';
    await expect
      .poll(async () => {
        await inquire(id);
        return (await read(id)).status;
      })
      .toBe('success');
  });

  it('a payout of which the provider knows nothing stays pending: that proves nothing', async () => {
    const body = { amount: 100, phone: '0712345678', remarks: 'magic:seen-not-executed' };
    const refused = await refusal(world.send('/payout', body), 502, 'provider_unavailable');
    const id = refused.disbursementId ?? '';
    await inquire(id);
    expect(await read(id)).toMatchObject({ status: 'pending', resultCode: null });
  });
});

describe('401', () => {
  it('no key', async () => {
    await refusal(world.send(`/disbursements/${await paidOut()}`, undefined, { key: null }), 401, 'unauthenticated');
  });
});

describe('404', () => {
  it('is the same for a foreign one, a missing one, another kind and no id at all', async () => {
    const foreign = await paidOut('', (await world.other()).key().key);
    const inquiry = (await world.send('/account-balance', {})).body.queryId;
    const answers = [];
    for (const id of [foreign, '0192f3a4-5b6c-7d8e-9f00-112233445566', inquiry, 'x', '%27', '%F0%9F%98%80']) {
      const {
        headers: _,
        requestId: __,
        ...problem
      } = await refusal(world.send(`/disbursements/${id}`), 404, 'not_found');
      answers.push(problem);
    }
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });
});

describe('422', () => {
  it('a parameter that there is not', async () => {
    const asked = world.send(`/disbursements/${crypto.randomUUID()}?fields=status`);
    const { issues } = await refusal(asked, 422, 'invalid_input');
    expect(issues).toMatchObject([{ path: 'fields', message: 'is not known here. There are none' }]);
  });
});
