import type { RailName } from '@tillgate/domain/rails/labels';
import { describe, expect, it } from 'vitest';
import { payPagesOfTest } from './pay.fixture.ts';
import { said } from './requests.fixture.ts';

const pay = payPagesOfTest();
const linkAt = async (...rails: RailName[]) => {
  const shop = await pay.merchantAt(...rails);
  return { shop, link: await pay.link({}, {}, shop) };
};
const past = (seconds: number) => new Date(Date.now() - seconds * 1000);
const payment = (given: object) => ({ rail: 'airtel', shortcode: 'airtel:450123', ...given });

describe('the page of a merchant', () => {
  it.each<[string, RailName[], string, string, string]>([
    [
      'with M-PESA alone',
      ['mpesa'],
      'M-PESA will ask on the phone that you type here to pay KES 500 to Duka Bora (paybill 600000).',
      'M-PESA phone number Such as 0712 345 678.',
      'M-PESA itaomba kwenye simu',
    ],
    [
      'with Airtel Money alone',
      ['airtel'],
      'Airtel Money will ask on the phone that you type here to pay KES 500 to Duka Bora (Airtel Money 450123).',
      'Airtel Money phone number Such as 0733 123 456.',
      'Airtel Money itaomba kwenye simu',
    ],
    [
      'with both',
      ['mpesa', 'airtel'],
      'M-PESA or Airtel Money will ask on the phone that you type here to pay KES 500 to Duka Bora (paybill 600000 or Airtel Money 450123).',
      'M-PESA or Airtel Money phone number Such as 0712 345 678.',
      'M-PESA au Airtel Money itaomba kwenye simu',
    ],
  ])('%s names its networks', async (_, rails, will, label, swahili) => {
    const { link } = await linkAt(...rails);
    const { status, text } = await pay.get(link.path);
    expect(status).toBe(200);
    expect(said(text)).toContain(will);
    expect(said(text)).toContain(label);
    const other = said((await pay.get(`${link.path}?lang=sw`)).text);
    expect(other).toContain(swahili);
    for (const page of [said(text), other]) {
      if (!rails.includes('mpesa')) expect(page).not.toContain('M-PESA');
      if (!rails.includes('airtel')) expect(page).not.toContain('Airtel');
      expect(page).not.toContain('airtel:');
    }
    expect(text.includes('<details')).toBe(rails.includes('mpesa'));
  });

  it('without an account at any network says that it is not available', async () => {
    const { shop, link } = await linkAt('airtel');
    await pay.test.database.pool.query('DELETE FROM rail_secrets');
    await pay.test.database.pool.query('DELETE FROM rail_accounts WHERE application_id = $1', [shop.applicationId]);
    expect((await pay.get(link.path)).status).toBe(503);
  });
});

it.each<[string, RailName[], string]>([
  ['0733 123 456', ['mpesa'], '254733123456'],
  ['0712 345 678', ['airtel'], '254712345678'],
  ['0733 123 456', ['mpesa', 'airtel'], '254733123456'],
])('%s is asked at a merchant with %j: a number says too little of its wallet', async (phone, rails, sent) => {
  const { link } = await linkAt(...rails);
  expect((await pay.post(`${link.path}/pay`, { ...(await pay.opened(link)), phone })).status).toBe(303);
  expect(await pay.attempts(link)).toMatchObject([{ phone: sent }]);
});

describe('the page of an attempt at Airtel Money', () => {
  it.each<[string, object | undefined, string, string]>([
    ['waits', undefined, 'Asking Airtel Money', 'Tunaomba Airtel Money'],
    [
      'was asked',
      { prompted_at: past(5) },
      'Type your Airtel Money PIN on the phone 0712 ••• 678 to pay KES 500 to Duka Bora (Airtel Money 450123).',
      'Andika PIN yako ya Airtel Money',
    ],
    ['has no result', { prompted_at: past(130) }, 'Airtel Money has not said yet', 'Airtel Money bado haijasema'],
    [
      'is paid',
      { status: 'success', provider_receipt: 'MP210603.1234.L06941' },
      'Airtel Money receipt MP210603.1234.L06941',
      'Risiti ya Airtel Money',
    ],
    [
      'got no PIN',
      { status: 'failed', result_code: 'DP00800001002', settled_at: past(2) },
      'Try again with the right Airtel Money PIN.',
      'Jaribu tena kwa PIN sahihi ya Airtel Money.',
    ],
    [
      'was not reached',
      { status: 'failed', result_code: 'DP00800001024', settled_at: past(2) },
      'with the SIM of this number',
      'yenye laini ya nambari hii',
    ],
  ])('that %s names it', async (_, given, english, swahili) => {
    const { shop, link } = await linkAt('airtel', 'mpesa');
    // Of a merchant with both, the payment says where it went.
    const of = given === undefined ? await linkAt('airtel') : { shop, link };
    const path = await pay.attempt(of.link, {}, given && payment(given), of.shop);
    expect(said((await pay.get(path)).text)).toContain(english);
    expect(said((await pay.get(`${path}?lang=sw`)).text)).toContain(swahili);
    expect((await pay.get(path)).text).not.toContain('airtel:');
  });

  it('that failed without a reason asks for messages of Airtel Money before it leads to the menu of M-PESA', async () => {
    const { shop, link } = await linkAt('mpesa', 'airtel');
    const failed = payment({ status: 'failed', result_code: 'TF', settled_at: past(2) });
    const path = await pay.attempt(link, {}, failed, shop);
    const { text } = await pay.get(path);
    expect(text).toContain('<details open>');
    expect(said(text)).toContain('If Airtel Money did not write that you paid, pay from the M-PESA menu');
    expect(said((await pay.get(`${path}?lang=sw`)).text)).toContain(
      'Ikiwa Airtel Money haikuandika kwamba umelipa, lipa kwa menyu ya M-PESA',
    );
  });

  it('leads to a receipt with its name and the number as people know it', async () => {
    const { shop, link } = await linkAt('airtel');
    const path = await pay.attempt(link, {}, payment({ status: 'success', provider_receipt: 'MP1' }), shop);
    const { text } = await pay.get(`/r/${path.split('/').at(-1)}`);
    expect(said(text)).toContain('Paid to Duka Bora (450123)');
    expect(said(text)).toContain('Airtel Money receipt MP1');
    expect(text).not.toMatch(/M-PESA|airtel:/);
  });
});
