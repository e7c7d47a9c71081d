import { randomBytes } from 'node:crypto';
import { listCatalogue } from '@tillgate/domain/catalogue';
import { describe, expect, it } from 'vitest';
import { resultText } from './pages/results.ts';
import { payPagesOfTest } from './pay.fixture.ts';
import { said } from './requests.fixture.ts';
import { english } from './texts/english.ts';
import { swahili } from './texts/swahili.ts';

const pay = payPagesOfTest();
const both = ['en', 'sw'] as const;
const past = (seconds: number) => new Date(Date.now() - seconds * 1000);

describe('the page of a link', () => {
  it('says who is paid, what for, how much, and what will happen', async () => {
    const link = await pay.link({ title: 'Two mugs', description: 'Blue.\nAnd https://evil.example' });
    const { status, text } = await pay.get(link.path);
    expect(status).toBe(200);
    expect(said(text)).toContain('Two mugs Pay Duka Bora (paybill 600000) Blue. And https://evil.example KES 500');
    expect(text).toContain('Blue.\nAnd https://evil.example');
    expect(text).not.toContain('href="https://evil.example');
    expect(said(text)).toContain(
      'M-PESA will ask on the phone that you type here to pay KES 500 to Duka Bora (paybill 600000).',
    );
    expect(text).toMatch(/<input class="box" id="phone"[^>]* autocomplete="tel"/);
    expect(said(text)).toContain('Test page: no real money moves.');
    expect(text).toContain('href="mailto:abuse@pay.example?subject=');
  });

  it('names the till of a till, and shows no menu way for it', async () => {
    const shop = await pay.merchant('till', 'Till Shop');
    const { text } = await pay.get((await pay.link({}, {}, shop)).path);
    expect(said(text)).toContain('Till Shop (till 5123456)');
    expect(text).not.toContain('<details');
  });

  it('shows the phone of the link in part, and takes it as it is shown', async () => {
    const link = await pay.link({ phone: '254712345678' });
    const { text } = await pay.get(link.path);
    expect(text).toContain('value="0712 ••• 678"');
    expect(said(text)).toContain('M-PESA will ask on the phone 0712 ••• 678 to pay KES 500');
    expect(text).not.toMatch(/712345678/);
    const hidden = await pay.opened(link);
    expect((await pay.post(`${link.path}/pay`, { ...hidden, phone: '0712 ••• 678' })).status).toBe(303);
    expect(await pay.attempts(link)).toMatchObject([{ phone: '254712345678' }]);
  });

  it('offers what is left of one order', async () => {
    const link = await pay.link({}, { paid_amount: 300, paid_count: 1 });
    const { text } = await pay.get(link.path);
    expect(said(text)).toContain('KES 300 of KES 500 received. You pay the rest.');
    expect(text).toContain('>Pay KES 200</button>');
  });

  it('offers amounts to choose from, and any within bounds', async () => {
    const choices = await pay.get((await pay.link({ amount: undefined, choices: [100, 250] })).path);
    expect(choices.text).toMatch(/type="radio" id="amount" name="amount" value="100"/);
    expect(choices.text).not.toContain('name="other_amount"');
    const bounds = { amount: undefined, choices: [100, 250], amountMin: 50, amountMax: 1000 };
    const bounded = await pay.get((await pay.link(bounds)).path);
    expect(bounded.text).toContain('name="other_amount"');
    expect(said(bounded.text)).toContain('From KES 50 to KES 1,000, whole shillings.');
    const typed = await pay.get((await pay.link({ kind: 'many', amount: undefined })).path);
    expect(typed.text).toMatch(/id="amount" name="amount" value="" type="text" inputmode="numeric"/);
  });

  it('tells the menu way with the number, the reference and the amount', async () => {
    const { text } = await pay.get((await pay.link({ accountReference: 'ORDER 7' })).path);
    expect(said(text)).toMatch(/Business number 600000 .*Account number ORDER 7 .*Amount KES 500 /);
    expect((await pay.get((await pay.link({ offline: false })).path)).text).not.toContain('<details');
  });

  it('has no menu way for a shop that the operator does not know, also where no real money moves', async () => {
    const shop = await pay.merchant();
    await pay.update('organizations', shop.organizationId, { links_allowed_at: null });
    const { text } = await pay.get((await pay.link({}, {}, shop)).path);
    expect(text).not.toContain('<details');
    expect(text).toContain('>Pay KES 500</button>');
  });

  it('that has asked twelve phones asks no more, and shows the menu way, until a member allows more', async () => {
    const link = await pay.link();
    for (let n = 0; n < 12; n += 1) await pay.attempt(link, { state: 'stale', prompt_at: new Date() });
    const form = { ...(await pay.opened(await pay.link())), phone: '0712 345 678' };
    for (const { status, text } of [await pay.get(link.path), await pay.post(`${link.path}/pay`, form)]) {
      expect(status).toBe(200);
      expect(said(text)).toContain('This page has asked as many phones as it may. Pay from the M-PESA menu');
      expect(text).toContain('<details open>');
      expect(text).not.toContain('<form');
    }
    expect(said((await pay.get(`${link.path}?lang=sw`)).text)).toContain('Lipa kwa menyu ya M-PESA');
    await pay.update('payment_links', link.linkId, { prompts_allowed: 12 });
    expect((await pay.get(link.path)).text).toContain('>Pay KES 500</button>');
  });

  it.each([
    ['paid', { status: 'paid' }, 200, 'This is paid', 'Imelipwa'],
    [
      'ended',
      { status: 'ended', ended_by: 'person', ended_at: past(5) },
      410,
      'This page is closed',
      'Ukurasa huu umefungwa',
    ],
    ['past its time', { expires_at: past(5) }, 410, 'This page has expired', 'Muda wa ukurasa huu umeisha'],
  ])('that is %s says so, with the title alone', async (_, columns, status, english, swahili) => {
    const link = await pay.link({ description: 'Secret words' }, columns);
    for (const [language, sentence] of [
      ['en', english],
      ['sw', swahili],
    ]) {
      const answer = await pay.get(`${link.path}?lang=${language}`);
      expect(answer.status).toBe(status);
      expect(said(answer.text)).toContain(`${sentence} Two mugs`);
      expect(answer.text).not.toMatch(/Secret words|<form|KES/);
    }
  });

  it('of a suspended organization says that it is not available', async () => {
    const shop = await pay.merchant();
    const link = await pay.link({}, {}, shop);
    await pay.update('organizations', shop.organizationId, { suspended_at: new Date(), suspension_reason: 'x' });
    const { status, text } = await pay.get(link.path);
    expect([status, said(text)]).toEqual([503, expect.stringContaining('Not available')]);
    expect(said((await pay.get(`${link.path}?lang=sw`)).text)).toContain('Haupatikani');
    expect(text).not.toContain('<form');
  });

  it('that does not exist answers alike, whatever the address looks like', async () => {
    const unknown = await Promise.all(
      ['x', '1'.repeat(22), `${'a'.repeat(200)}`, '%zz', '%00', '..%2f', `%F0%9F%92%A9`].map((t) => pay.get(`/p/${t}`)),
    );
    for (const { status, text } of unknown.slice(0, 3)) expect([status, text]).toEqual([404, unknown[0]?.text]);
    for (const { status, text } of unknown) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(text).not.toMatch(/Error|stack|node:/);
    }
    expect(said((await pay.get('/p/x?lang=sw')).text)).toContain('Hakuna ukurasa kama huu');
    expect((await pay.get('/nowhere')).status).toBe(404);
  });

  it('speaks the language that is chosen, else that of the link, else that of the browser', async () => {
    const auto = await pay.link();
    const swahili = await pay.link({ language: 'sw' });
    const languageOf = async (path: string, accepted: string) =>
      /<html lang="(\w+)"/.exec((await pay.get(path, { 'accept-language': accepted })).text)?.[1];
    expect(await languageOf(auto.path, 'fr, sw-KE;q=0.8, en;q=0.3')).toBe('sw');
    expect(await languageOf(auto.path, 'fr')).toBe('en');
    expect(await languageOf(swahili.path, 'en')).toBe('sw');
    expect(await languageOf(`${swahili.path}?lang=en`, 'sw')).toBe('en');
    expect((await pay.get(`${auto.path}?lang=sw`)).text).toContain(`action="${auto.path}/pay?lang=sw"`);
  });
});

describe('the page of an attempt', () => {
  const asked = (seconds: number) => ({ created_at: past(seconds), prompted_at: past(seconds) });
  type Row = Record<string, unknown>;
  type Case = [name: string, attempt: Row, payment: Row | undefined, english: string, swahili: string];
  it.each<Case>([
    ['waits', {}, undefined, 'Asking M-PESA We are sending a request to the phone 0712 ••• 678', 'Tunaomba M-PESA'],
    [
      'was asked',
      {},
      asked(12),
      'Check your phone Type your M-PESA PIN on the phone 0712 ••• 678 to pay KES 500 to Duka Bora (paybill 600000).',
      'Angalia simu yako',
    ],
    ['has no result after two minutes', {}, asked(121), 'We are finding out', 'Tunatafuta matokeo'],
    [
      'is paid',
      {},
      { status: 'success', provider_receipt: 'TKL7AB12CD' },
      'Paid You paid KES 500 to Duka Bora (paybill 600000).',
      'Umelipa KES 500 kwa Duka Bora (Paybill 600000).',
    ],
    ['is stale', { state: 'stale' }, undefined, 'Not sent Nothing was asked on your phone', 'Haikutumwa'],
  ])('that %s says so', async (_, columns, payment, english, swahili) => {
    const path = await pay.attempt(await pay.link(), columns, payment);
    expect(said((await pay.get(path)).text)).toContain(english);
    expect(said((await pay.get(`${path}?lang=sw`)).text)).toContain(swahili);
    expect((await pay.get(path)).text).not.toMatch(/712345678/);
  });

  it('counts the seconds since the phone was asked, and names the reference', async () => {
    const path = await pay.attempt(await pay.link(), {}, asked(30));
    const { text } = await pay.get(path);
    expect(Number(/<span data-since="(\d+)">/.exec(text)?.[1])).toBeGreaterThanOrEqual(30);
    expect(said(text)).toContain('Reference KX7M2P4');
  });

  it('that is paid shows the receipt, and the way back with what the shop needs', async () => {
    const shop = await pay.merchant();
    await pay.update('applications', shop.applicationId, { return_hosts: ['shop.example'] });
    const link = await pay.link({}, { return_url: 'https://shop.example/done?order=7' }, shop);
    const paid = { status: 'success', provider_receipt: 'TKL7AB12CE', amount: 450 };
    const path = await pay.attempt(link, {}, paid, shop);
    const { text } = await pay.get(path);
    expect(said(text)).toMatch(/Amount KES 450 M-PESA receipt TKL7AB12CE Reference KX7M2P4 Time .* EAT/);
    const back = /href="(https:\/\/shop[^"]*)" rel="noreferrer"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const { searchParams } = new URL(back);
    const [row] = await pay.attempts(link);
    expect(Object.fromEntries(searchParams)).toEqual({ order: '7', linkId: link.linkId, paymentId: row.payment_id });
    expect(said(text)).toContain('Back to Duka Bora');
    expect(text).not.toContain('http-equiv');
    await pay.update('applications', shop.applicationId, { return_hosts: ['other.example'] });
    expect((await pay.get(path)).text).not.toContain('shop.example');
  });

  it.each([
    ['1032', 'You cancelled the payment', 'Umeghairi malipo', false],
    ['1037', 'We got no answer from your phone', 'Simu yako haikujibu', true],
    ['1', 'Your balance is too low', 'Salio lako halitoshi', false],
    ['2001', 'The PIN was not correct', 'PIN haikuwa sahihi', false],
    ['1001', 'Another payment is in progress', 'Kuna malipo mengine', true],
    ['17', 'The payment network could not take', 'Mtandao wa malipo haukuweza', true],
    ['1019', 'The payment request expired', 'Muda wa ombi la malipo umeisha', false],
  ])('that failed with %s says what to do and when', async (code, english, swahili, waits) => {
    const failed = { status: 'failed', result_code: code, result_desc: 'said', settled_at: past(2) };
    const path = await pay.attempt(await pay.link(), {}, failed);
    const { text } = await pay.get(path);
    expect(said(text)).toContain(`Not paid ${english}`);
    expect(said((await pay.get(`${path}?lang=sw`)).text)).toContain(`Haijalipwa ${swahili}`);
    expect(/<button disabled data-wait="\d+">Try again<\/button>/.test(text)).toBe(waits);
    expect(text).toContain('>Try again</button></form>');
    expect(/<noscript><meta http-equiv="refresh"/.test(text)).toBe(waits);
    expect(text).toContain(`<form method="get" action="${path.slice(0, path.indexOf('/a/'))}">`);
  });

  it('that failed looks whether the link is paid from the menu, and says so', async () => {
    const link = await pay.link();
    const path = await pay.attempt(link, {}, { status: 'failed', result_code: '8765' });
    expect((await pay.get(path)).text).toContain(
      `data-state="${link.path}/state" data-stage="open 0" data-reload="yes"`,
    );
    expect(JSON.parse((await pay.get(`${path}/state`)).text).watch).toMatchObject({ path: `${link.path}/state` });
    await pay.update('payment_links', link.linkId, { status: 'paid', paid_amount: 500 });
    expect(JSON.parse((await pay.get(`${link.path}/state`)).text)).toEqual({ stage: 'paid 500' });
    const { text } = await pay.get(path);
    expect(said(text)).toContain('This is paid already. Do not pay again.');
    expect(text).not.toMatch(/<details|>Try again<|data-state/);
  });

  it('that failed and could have been paid leads to the shop, and not to another way to pay', async () => {
    const failed = { status: 'failed', result_code: 'expired_unanswered', settled_by: 'expiry' };
    const { text } = await pay.get(await pay.attempt(await pay.link(), {}, failed));
    expect(said(text)).toContain('If money left your account, please contact the business before you pay again.');
    expect(said(text)).toContain('Ask Duka Bora how to pay.');
    expect(text).not.toMatch(/>Try again<|<details/);
  });

  it('has Swahili words for every result that the catalogue knows', () => {
    const wordsOf = (code: string) => [english, swahili].map((words) => resultText({ code, desc: null }, words));
    const [unknown, swahiliUnknown] = wordsOf('8765');
    expect(swahiliUnknown).toContain('Malipo hayakukamilika.');
    const ofPayouts = new Set(['c2b_b2c', 'airtel_disbursement']);
    const entries = [...listCatalogue('mpesa'), ...listCatalogue('airtel')];
    const codes = entries.filter(({ family }) => !ofPayouts.has(family)).map(({ code }) => code);
    const known = codes.filter((code) => wordsOf(code)[0] !== unknown);
    expect(known.length).toBeGreaterThan(40);
    expect(known.filter((code) => wordsOf(code)[1] === swahiliUnknown)).toEqual([]);
  });

  it('that failed with a code that nobody knows leads to the menu, or to the shop', async () => {
    const failed = () => ({ status: 'failed', result_code: '8765', settled_at: past(2) });
    const { text } = await pay.get(await pay.attempt(await pay.link(), {}, failed()));
    expect(said(text)).toContain('If M-PESA did not write that you paid, pay from the M-PESA menu');
    expect(text).toContain('<details open>');
    expect(text).not.toContain('>Try again<');
    const other = await pay.attempt(await pay.link({ offline: false }), {}, failed());
    expect(said((await pay.get(other)).text)).toContain('Ask Duka Bora how to pay.');
    expect(said((await pay.get(`${other}?lang=sw`)).text)).toContain('Iulize Duka Bora jinsi ya kulipa.');
  });

  it.each([
    ['link_ended', 'The page was closed before', 'Ukurasa ulifungwa'],
    ['link_paid', 'This is paid already', 'Hii imeshalipwa'],
    ['link_full', 'The page has all the payments', 'Ukurasa umeshapata malipo yote'],
    ['unavailable', 'The shop cannot take payments', 'Biashara haiwezi kupokea'],
    [
      'payment_open',
      'A payment for this is on its way. Wait for its result (usually within 2 minutes).',
      'Kuna malipo ya hii',
    ],
    ['too_soon', 'A request went to this phone a moment ago', 'Ombi lilitumwa kwenye simu hii'],
    ['too_many', 'Too many requests were sent', 'Maombi mengi mno'],
    ['stopped', 'This phone number takes no requests', 'Nambari hii ya simu haipokei'],
    ['rule', 'The shop does not take this payment here', 'Biashara haipokei malipo haya'],
    ['not_sent', 'The request was not taken', 'Ombi halikupokelewa'],
  ])('that was refused for %s says so', async (refusal, english, swahili) => {
    const path = await pay.attempt(await pay.link(), { state: 'refused', refusal });
    expect(said((await pay.get(path)).text)).toContain(`No request was sent ${english}`);
    expect(said((await pay.get(`${path}?lang=sw`)).text)).toContain(`Hakuna ombi lililotumwa ${swahili}`);
  });

  it('that was refused for a time says when, and lets nobody try before', async () => {
    const refused = { state: 'refused', refusal: 'too_many', retry_at: new Date(Date.now() + 600_000) };
    const { text } = await pay.get(await pay.attempt(await pay.link(), refused));
    expect(said(text)).toContain('You can try again in 10 minutes.');
    expect(text).toMatch(/<button disabled data-wait="(600|59\d)">/);
  });

  it('that was refused because of another payment leads to the tick that it did not go through', async () => {
    const link = await pay.link();
    const { text } = await pay.get(await pay.attempt(link, { state: 'refused', refusal: 'payment_open' }));
    expect(text).toContain('<input type="hidden" name="again" value="1">');
    expect((await pay.get(link.path)).text).not.toContain('name="repeat"');
    const form = await pay.get(`${link.path}?again=1`);
    expect(said(form.text)).toContain('I did not get a message from M-PESA that I paid');
    const hidden = await pay.opened(link);
    await pay.post(`${link.path}/pay`, { ...hidden, phone: '0712345678', repeat: 'yes' });
    expect((await pay.attempts(link)).filter(({ is_repeat }) => is_repeat)).toHaveLength(1);
  });

  it('of another link is unknown', async () => {
    const path = await pay.attempt(await pay.link(), {});
    const other = await pay.link();
    expect((await pay.get(other.path + path.slice(path.indexOf('/a/')))).status).toBe(404);
    expect((await pay.get(`${other.path}/a/${randomBytes(11).toString('hex')}`)).status).toBe(404);
  });

  it.each([
    [10, '3'],
    [130, '15'],
    [730, undefined],
  ])('is loaded again by itself, %d s after it began every %s s', async (seconds, every) => {
    const { text } = await pay.get(await pay.attempt(await pay.link(), { created_at: past(seconds) }));
    expect(/<noscript><meta http-equiv="refresh" content="(\d+)">/.exec(text)?.[1]).toBe(every);
    expect(said(text).includes('Come back to this page, or load it again. Nothing is lost.')).toBe(every === undefined);
  });

  it('tells its script what it says, once', async () => {
    const path = await pay.attempt(await pay.link(), {}, asked(3));
    const first = await pay.get(`${path}/state`);
    expect(JSON.parse(first.text)).toMatchObject({
      ...{ stage: 'check', isFinal: false, title: 'Check your phone · Duka Bora' },
      html: expect.stringContaining('<h1 tabindex="-1"'),
    });
    const again = await pay.get(`${path}/state`, { 'if-none-match': first.headers.get('etag') ?? '' });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});

it.each(both)('speaks of nothing undefined in %s', async (language) => {
  const link = await pay.link({ fields: [{ name: 'size', label: 'Size', kind: 'choice', choices: ['S', 'L'] }] });
  const paths = [link.path, await pay.attempt(link), await pay.attempt(link, {}, { status: 'success' })];
  for (const path of paths) {
    expect((await pay.get(`${path}?lang=${language}`)).text).not.toMatch(/undefined|\[object|null|NaN/);
  }
});
