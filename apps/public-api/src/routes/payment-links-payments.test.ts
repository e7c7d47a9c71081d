import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { moneyOutWorld, refusal } from './money-out.fixture.ts';

const world = moneyOutWorld();
const stranger = '01a1f774-020b-731b-b1d4-5c4f9e2105cf';

async function linkWithPayments(count: number) {
  const { linkId } = (await world.send('/payment-links', { title: 'Mugs', kind: 'many', amount: 500 })).body;
  const { applicationId } = world.shop;
  const paymentIds: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { paymentId } = (await world.send('/collect', { amount: 500, phone: `071234567${n}` })).body;
    paymentIds.unshift(paymentId);
    await world.api.ctx.db.prisma.linkAttempt.create({
      data: {
        ...{ id: paymentId, linkId, applicationId, environment: 'sandbox', state: 'handed', paymentId },
        ...{ phone: '254712345670', amount: 500, answers: { size: String(n) }, language: 'en' },
        ...{ visitHash: randomBytes(32).toString('hex'), tokenHash: randomBytes(32).toString('hex') },
        ...{ createdAt: new Date(Date.now() + n), endedAt: new Date() },
      },
    });
  }
  return { linkId, paymentIds };
}

describe('200', () => {
  it('lists what was tried on the link, newest first, with the answers', async () => {
    const { linkId, paymentIds } = await linkWithPayments(3);
    const { body, status, text } = await world.send(`/payment-links/${linkId}/payments`);
    expect(status, text).toBe(200);
    expect(body.payments.map(({ paymentId }: { paymentId: string }) => paymentId)).toEqual(paymentIds);
    expect(body.payments[0]).toEqual({
      paymentId: paymentIds[0],
      status: 'pending',
      amount: 500,
      phone: '254712345672',
      accountRef: expect.any(String),
      providerReceipt: null,
      payerName: null,
      answers: { size: '2' },
      createdAt: expect.stringMatching(/Z$/),
      settledAt: null,
    });
    const first = (await world.send(`/payment-links/${linkId}/payments?limit=2`)).body;
    const second = (await world.send(`/payment-links/${linkId}/payments?limit=2&before=${first.next}`)).body;
    expect([first.next, second.next, second.payments[0].paymentId]).toEqual([paymentIds[1], null, paymentIds[2]]);
  });
});

describe('404', () => {
  it('a link of somebody else', async () => {
    const { linkId } = await linkWithPayments(1);
    const key = (await world.other()).key().key;
    await refusal(world.send(`/payment-links/${linkId}/payments`, undefined, { key }), 404, 'not_found');
  });
});

describe('422', () => {
  it('a payment of another link as cursor', async () => {
    const { linkId } = await linkWithPayments(0);
    const { paymentIds } = await linkWithPayments(1);
    for (const before of [paymentIds[0], stranger, 'x']) {
      const list = world.send(`/payment-links/${linkId}/payments?before=${before}`);
      expect((await refusal(list, 422, 'invalid_input')).issues?.[0]?.path).toBe('before');
    }
  });
});
