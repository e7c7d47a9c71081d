import { describe, expect, it } from 'vitest';
import { moneyOutWorld, refusal } from './money-out.fixture.ts';

const world = moneyOutWorld();
const made = async () => (await world.send('/payment-links', { title: 'Mugs', amount: 500 })).body.linkId as string;
const call = (id: string, verb: 'end' | 'reopen' = 'end', sent = {}) =>
  world.send(`/payment-links/${id}/${verb}`, undefined, { method: 'POST', raw: '', ...sent });

describe('200', () => {
  it('answers the link, and the same again', async () => {
    const linkId = await made();
    const [first, again] = [await call(linkId), await call(linkId)];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(first.body).toMatchObject({ linkId, status: 'ended', endedBy: 'key' });
    expect(again.body).toEqual(first.body);
  });
});

describe('400', () => {
  it('a body that is no JSON', async () => {
    await refusal(call(await made(), 'end', { raw: '{' }), 400, 'malformed_json');
  });
});

describe('404', () => {
  it('a link of somebody else stays as it is', async () => {
    const linkId = await made();
    const key = (await world.other()).key().key;
    await refusal(call(linkId, 'end', { key }), 404, 'not_found');
    expect((await world.send(`/payment-links/${linkId}`)).body.status).toBe('open');
  });
});

describe('413', () => {
  it('a body over 100 kB', async () => {
    const raw = JSON.stringify({ filler: 'x'.repeat(100_000) });
    await refusal(call(await made(), 'end', { raw }), 413, 'payload_too_large');
  });
});

describe('422', () => {
  it('a link that is paid', async () => {
    const linkId = await made();
    await world.api.ctx.db.prisma.paymentLink.update({ where: { id: linkId }, data: { status: 'paid' } });
    const { detail } = await refusal(call(linkId), 422, 'invalid_input');
    expect(detail).toBe('This link is paid. It cannot be ended or opened again.');
  });
});
