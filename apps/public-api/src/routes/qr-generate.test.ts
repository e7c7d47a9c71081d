import { seed } from '@tillgate/domain/testing';
import { describe, expect, it } from 'vitest';
import { malformed, moneyOutWorld, refusal, type Sent } from './money-out.fixture.ts';
import { qrCodeSchema } from './qr-generate.ts';

const world = moneyOutWorld();

const post = (body: unknown, sent: Sent = {}) => world.send('/qr-generate', body, { method: 'POST', ...sent });
const path = '/mpesa/qrcode/v1/generate';

async function asksNothing<T>(work: () => Promise<T>): Promise<T> {
  const before = await world.calls(path);
  const result = await work();
  expect(await world.calls(path)).toBe(before);
  return result;
}

/** Width and height, from the head of a PNG. */
function sizeOf(png: string): number[] {
  const bytes = Buffer.from(png, 'base64');
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

describe('200', () => {
  it.each<[string, object, number]>([
    ['an amount alone', { amount: 100 }, 300],
    [
      'everything',
      { amount: 250_000, refNo: 'Invoice 7', merchantName: 'Mugs', trxCode: 'PB', cpi: '174379', size: '500' },
      500,
    ],
    ['names of 64 characters', { amount: 1, refNo: 'x'.repeat(64), merchantName: 'y'.repeat(64) }, 300],
  ])('%s: exactly one field, a PNG of the size asked for', async (_what, body, size) => {
    const answer = await post(body);
    expect(answer.status).toBe(200);
    expect(sizeOf(qrCodeSchema.parse(answer.body).qrBase64)).toEqual([size, size]);
  });

  it('makes no record', async () => {
    const { prisma } = world.api.ctx.db;
    expect(await prisma.payment.count()).toBe(0);
  });
});

describe('400', () => {
  it.each(malformed)('%s is malformed', async (_what, sent) => {
    await asksNothing(() => refusal(post(undefined, sent), 400, 'malformed_json'));
  });

  it('says that there are no credentials', async () => {
    const merchant = await seed(world.api.ctx).owner().application().key('sandbox').mint();
    await asksNothing(() => refusal(post({ amount: 1 }, { key: merchant.key().key }), 400, 'provider_not_configured'));
  });
});

describe('413', () => {
  it('a body over 100 kB', async () => {
    await asksNothing(() => refusal(post({ amount: 1, filler: 'x'.repeat(100_000) }), 413, 'payload_too_large'));
  });
});

describe('422', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['no amount', {}, 'amount'],
    ['nothing', { amount: 0 }, 'amount'],
    ['less than nothing', { amount: -0.01 }, 'amount'],
    ['an amount as text', { amount: '100' }, 'amount'],
    ['an amount that is null', { amount: null }, 'amount'],
    ['more than one payment can be', { amount: 250_001 }, 'amount'],
    ['a long reference', { amount: 1, refNo: 'x'.repeat(65) }, 'refNo'],
    ['a reference with a line break', { amount: 1, refNo: 'a\nb' }, 'refNo'],
    ['a long name', { amount: 1, merchantName: 'x'.repeat(65) }, 'merchantName'],
    ['an unknown code', { amount: 1, trxCode: 'bg' }, 'trxCode'],
    ['a credit party of letters', { amount: 1, cpi: 'shop' }, 'cpi'],
    ['a size as number', { amount: 1, size: 300 }, 'size'],
    ['a size of nothing', { amount: 1, size: '0' }, 'size'],
    ['a huge size', { amount: 1, size: '1001' }, 'size'],
  ])('%s', async (_what, body, wrong) => {
    const { issues } = await asksNothing(() => refusal(post(body), 422, 'invalid_input'));
    expect(issues?.map((issue) => issue.path)).toEqual([wrong]);
  });

  it.each(['[]', 'null', '"x"', '7'])('a body that is %s', async (raw) => {
    await asksNothing(() => refusal(post(undefined, { raw }), 422, 'invalid_input'));
  });
});

describe('502', () => {
  it('passes the refusal of the provider through, with what it means', async () => {
    const problem = await refusal(post({ amount: 1, cpi: '1' }), 502, 'provider_rejected');
    expect(problem.upstream?.code).toBe('400.002.02');
    expect(problem.decoded).toBeTruthy();
  });
});
