import { Buffer } from 'node:buffer';
import { newVisit } from '@tillgate/domain/links';
import { describe, expect, it } from 'vitest';
import { payPagesOfTest } from './pay.fixture.ts';
import { hiddenOf, said } from './requests.fixture.ts';

const pay = payPagesOfTest();
const phone = '0712 345 678';

describe('a form that is sent', () => {
  it('is one attempt, with what was typed, and leads to its page', async () => {
    const fields = [
      { name: 'size', label: 'Size', kind: 'choice', choices: ['S', 'L'], required: true },
      { name: 'table', label: 'Table', kind: 'number' },
      { name: 'note', label: 'Note', kind: 'text' },
    ];
    const link = await pay.link({ kind: 'many', amount: undefined, amountMin: 100, fields });
    const form = {
      ...(await pay.opened(link)),
      phone,
      amount: '1,500',
      field_size: 'L',
      field_table: ' 7 ',
      field_note: '',
    };
    const { status, headers } = await pay.post(`${link.path}/pay?lang=sw`, form);
    expect(status).toBe(303);
    const location = headers.get('location') ?? '';
    expect(location).toMatch(new RegExp(`^${link.path}/a/[1-9A-Za-z]{22}\\?lang=sw$`));
    expect(await pay.attempts(link)).toMatchObject([
      {
        ...{ state: 'waiting', phone: '254712345678', amount: 1500, answers: { size: 'L', table: '7' } },
        ...{ language: 'sw', is_repeat: false, application_id: pay.shop.applicationId, environment: 'sandbox' },
      },
    ]);
    expect(said((await pay.get(location)).text)).toContain('Tunaomba M-PESA');
  });

  it('again is the same attempt, also at once, and after the link is paid', async () => {
    const link = await pay.link();
    const form = { ...(await pay.opened(link)), phone };
    const answers = await Promise.all([1, 2, 3, 4].map(() => pay.post(`${link.path}/pay`, form)));
    const locations = new Set(answers.map(({ headers }) => headers.get('location')));
    expect(locations.size).toBe(1);
    expect(await pay.attempts(link)).toHaveLength(1);
    await pay.update('payment_links', link.linkId, { status: 'paid' });
    const late = await pay.post(`${link.path}/pay`, { ...form, phone: '0722000000' });
    expect([late.status, late.headers.get('location')]).toEqual([303, [...locations][0]]);
    const other = await pay.post(`${link.path}/pay`, {
      ...form,
      visit: (await pay.opened(await pay.link())).visit ?? '',
    });
    expect([other.status, said(other.text)]).toEqual([200, expect.stringContaining('This is paid')]);
    expect(await pay.attempts(link)).toHaveLength(1);
  });

  it('wakes the workers', async () => {
    const link = await pay.link();
    await pay.post(`${link.path}/pay`, { ...(await pay.opened(link)), phone });
    await expect
      .poll(async () => {
        const { rows } = await pay.test.database.pool.query(`SELECT name FROM engine_events`);
        return rows.map(({ name }) => name);
      })
      .toContain('attempts.waiting');
  });

  it.each([
    ['from another site', { 'sec-fetch-site': 'cross-site', origin: 'https://pay.example' }],
    ['from a neighbour', { 'sec-fetch-site': 'same-site' }],
    ['from no page', { 'sec-fetch-site': 'none' }],
    ['with another origin', { origin: 'https://evil.example' }],
    ['with a hidden origin', { origin: 'null' }],
    ['from a page that was bound to our address', { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }],
    ['by a program', {}],
  ])('%s is refused', async (_, headers) => {
    const link = await pay.link();
    const form = { ...(await pay.opened(link)), phone };
    const { status, text } = await pay.post(`${link.path}/pay`, form, headers as Record<string, string>);
    expect([status, said(text)]).toEqual([403, expect.stringContaining('Not sent This did not come from our page.')]);
    expect(await pay.attempts(link)).toEqual([]);
  });

  it('with our own origin is taken from browsers that say no more', async () => {
    const link = await pay.link();
    const form = { ...(await pay.opened(link)), phone };
    expect((await pay.post(`${link.path}/pay`, form, { origin: 'https://pay.example' })).status).toBe(303);
  });

  it.each(['', 'x', 'foreign', 'old'])(
    'with a visit that is "%s" is shown again, with all that was typed',
    async (kind) => {
      const link = await pay.link({ fields: [{ name: 'note', label: 'Note', kind: 'text' }] });
      const own = await pay.opened(link);
      const foreign = (await pay.opened(await pay.link())).visit ?? '';
      const [, ...rest] = (own.visit ?? '').split('.');
      const old = [(Math.floor(Date.now() / 1000) - 86_400).toString(36), ...rest].join('.');
      const visit = { foreign, old }[kind] ?? kind;
      const answer = await pay.post(`${link.path}/pay`, { ...own, visit, phone, field_note: 'gift' });
      expect(answer.status).toBe(422);
      expect(said(answer.text)).toContain('This page was open for too long.');
      expect(answer.text).toContain(`value="${phone}"`);
      expect(answer.text).toContain('value="gift"');
      expect(await pay.attempts(link)).toEqual([]);
      const second = await pay.post(`${link.path}/pay`, { ...hiddenOf(answer.text), phone });
      expect(second.status).toBe(303);
    },
  );

  it.each(['10,50', '1,5', '1 5', '1,,000', '12,34,56', '1,000 000', '10.00', '１０', '1e3', '0x10', '-5', '+5'])(
    'with the amount %s is refused, and what was typed stays',
    async (amount) => {
      const link = await pay.link({ kind: 'many', amount: undefined });
      const { status, text } = await pay.post(`${link.path}/pay`, { ...(await pay.opened(link)), phone, amount });
      expect([status, said(text)]).toEqual([422, expect.stringContaining('Write the amount in whole shillings')]);
      expect(text).toContain(`value="${amount}"`);
      expect(await pay.attempts(link)).toEqual([]);
    },
  );

  it('comes back when very many are sent on one link, with all that was typed', async () => {
    const link = await pay.link();
    const own = await pay.opened(link);
    const forms = Array.from({ length: 41 }, () => ({ visit: newVisit(link.token, new Date()), phone, amount: '500' }));
    const statuses = await Promise.all(forms.map(async (form) => (await pay.post(`${link.path}/pay`, form)).status));
    expect(statuses.filter((status) => status === 303)).toHaveLength(40);
    const { status, headers, text } = await pay.post(`${link.path}/pay?lang=sw`, { ...own, phone: '0733 000 111' });
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(said(text)).toContain('Watu wengi sana wanalipa kwenye ukurasa huu.');
    expect(text).toContain('value="0733 000 111"');
    expect(await pay.attempts(link)).toHaveLength(40);
    // Sent again, a form that was taken leads to its attempt.
    const again = await pay.post(`${link.path}/pay`, forms.find((_, index) => statuses[index] === 303) ?? {});
    expect(again.status).toBe(303);
  });

  it('to a link that ended meanwhile says so', async () => {
    const link = await pay.link();
    const form = { ...(await pay.opened(link)), phone };
    await pay.update('payment_links', link.linkId, { status: 'ended', ended_by: 'key', ended_at: new Date() });
    const { status, text } = await pay.post(`${link.path}/pay`, form);
    expect([status, said(text)]).toEqual([410, expect.stringContaining('This page is closed')]);
    expect((await pay.post('/p/unknown/pay', form)).status).toBe(404);
    expect(await pay.attempts(link)).toEqual([]);
  });

  it('that is too large, or no form, is refused with a page', async () => {
    const link = await pay.link();
    const own = { 'sec-fetch-site': 'same-origin' };
    const large = await pay.post(`${link.path}/pay`, 'phone='.padEnd(20_000, 'x'));
    const json = await pay.post(`${link.path}/pay`, '{}', { ...own, 'content-type': 'application/json' });
    expect([large.status, json.status]).toEqual([413, 415]);
    expect(said(large.text)).toContain('We could not read what was sent.');
  });
});

/** Not a choice that the page does not offer, nor what HTML has no place for. */
const isKept = (value: string) => !['1', '7', 'XL', 'a\u0007'].includes(value);

describe('what is wrong with a form', () => {
  const fields = [
    { name: 'size', label: 'Size', kind: 'choice', choices: ['S', 'L'], required: true },
    { name: 'table', label: 'Table', kind: 'number' },
    { name: 'note', label: 'Note', kind: 'text', required: true },
  ];
  type Case = [
    name: string,
    given: object,
    typed: Record<string, string>,
    input: string,
    english: string,
    swahili: string,
  ];
  const right = { phone, field_size: 'L', field_note: 'x' };
  const open = { amount: undefined, amountMin: 50, amountMax: 1000 };
  it.each<Case>([
    ['no phone', {}, { phone: ' ' }, 'phone', 'Type your M-PESA phone number.', 'Andika nambari yako'],
    ['no number', {}, { phone: '0712 34' }, 'phone', 'This is no Kenyan mobile number.', 'Hii si nambari ya simu'],
    ['a masked number', {}, { phone: '0712 ••• 678' }, 'phone', 'This is no Kenyan', 'Hii si nambari ya simu'],
    ['no amount', open, { amount: '' }, 'amount', 'Say how much you want to pay.', 'Sema unataka kulipa'],
    ['cents', open, { amount: '100.50' }, 'amount', 'Write the amount in whole shillings', 'Andika kiasi kwa shilingi'],
    ['too little', open, { amount: '49' }, 'amount', 'Pay KES 50 or more.', 'Lipa KES 50 au zaidi.'],
    ['too much', open, { amount: '1001' }, 'amount', 'Pay KES 1,000 or less.', 'Lipa KES 1,000 au pungufu.'],
    [
      'no choice',
      { amount: undefined, choices: [5, 9] },
      { amount: '7' },
      'amount',
      'Choose one of the amounts.',
      'Chagua kiasi',
    ],
    ['no other', { ...open, choices: [50] }, { amount: 'other' }, 'other_amount', 'Say how much', 'Sema unataka'],
    ['another sum', {}, { amount: '1' }, 'amount', 'The amount has changed: it is KES 500 now.', 'Kiasi kimebadilika'],
    ['no answer', {}, { field_note: '' }, 'field_note', 'This answer is needed.', 'Jibu hili linahitajika.'],
    ['a long answer', {}, { field_note: 'é'.repeat(101) }, 'field_note', 'Write at most 100', 'Andika herufi 100'],
    ['a bell', {}, { field_note: 'a\u0007' }, 'field_note', 'characters that cannot be used', 'herufi zisizoweza'],
    ['no number', {}, { field_table: 'seven' }, 'field_table', 'Write a number', 'Andika nambari, kama 12.'],
    ['no choice', {}, { field_size: 'XL' }, 'field_size', 'Choose one of the answers.', 'Chagua jibu mojawapo.'],
  ])(
    '%s: it is said at the input and in a list above, in both languages',
    async (_, given, typed, input, english, swahili) => {
      const link = await pay.link({ fields, ...given });
      const hidden = await pay.opened(link);
      for (const [language, sentence] of [
        ['en', english],
        ['sw', swahili],
      ] as const) {
        const sent = { ...hidden, ...right, ...typed };
        const { status, text } = await pay.post(`${link.path}/pay?lang=${language}`, sent);
        expect(status).toBe(422);
        const main = text.slice(text.indexOf('<main'));
        expect(main.indexOf('class="summary" role="alert" tabindex="-1"')).toBeLessThan(main.indexOf('<h1'));
        expect(text).toContain(`<li><a href="#${input}">`);
        expect(said(text).split(sentence).length, sentence).toBeGreaterThanOrEqual(2);
        expect(text).toContain(`id="${input}"`);
        for (const value of Object.values(typed))
          if (value.trim() && value !== 'other' && isKept(value)) expect(text).toContain(value);
      }
      expect(await pay.attempts(link)).toEqual([]);
    },
  );
});

it('keeps markup inert, wherever it comes from', async () => {
  const canary = `"><script>alert(1)</script><img src=x onerror='x'>`;
  const shop = await pay.merchant('paybill', 'Evil <b>shop</b>');
  const fields = [
    { name: 'note', label: `L${canary}`.slice(0, 40), kind: 'text' },
    { name: 'size', label: 'S', kind: 'choice', choices: [`<script>`] },
  ];
  const title = canary.slice(0, 64);
  const link = await pay.link({ title, description: canary, fields, accountReference: `<i>'"&` }, {}, shop);
  const wrong = await pay.post(`${link.path}/pay`, { ...(await pay.opened(link)), phone: canary, field_note: canary });
  const refused = await pay.attempt(link, { state: 'refused', refusal: '<script>' }, undefined, shop);
  const failed = { status: 'failed', result_code: '<script>', result_desc: canary };
  const paid = { status: 'success', provider_receipt: null, account_ref: '<i>x</i>' };
  const texts = [
    (await pay.get(link.path)).text,
    wrong.text,
    (await pay.get(refused)).text,
    (await pay.get(await pay.attempt(link, {}, failed, shop))).text,
    (await pay.get(await pay.attempt(link, {}, paid, shop))).text,
    JSON.parse((await pay.get(`${await pay.attempt(link, {}, failed, shop)}/state`)).text).html,
    (await pay.get(`/p/${encodeURIComponent('<script>')}`)).text,
  ];
  for (const text of texts) {
    expect(text.match(/<script(?! src="\/assets\/pay\.[0-9a-f]{12}\.js" defer>)/g) ?? []).toEqual([]);
    expect(text).not.toMatch(/<img|<b>|<i>|onerror='/);
  }
});

it('is small enough for a slow network: each page with its style and script has at most 25 kB', async () => {
  const fields = Array.from({ length: 5 }, (_, index) => ({
    ...{ name: `f${index}`, label: 'L'.repeat(40), kind: 'choice' },
    choices: Array.from({ length: 20 }, (_choice, at) => `${at} ${'c'.repeat(30)}`),
  }));
  const link = await pay.link();
  const largest = await pay.link({ fields, description: 'd'.repeat(500), title: 't'.repeat(64) });
  const pages = {
    form: await pay.get(link.path),
    wrong: await pay.post(`${link.path}/pay`, await pay.opened(link)),
    asking: await pay.get(await pay.attempt(link)),
    paid: await pay.get(await pay.attempt(link, {}, { status: 'success', provider_receipt: 'TKL7AB12CF' })),
    failed: await pay.get(await pay.attempt(link, {}, { status: 'failed', result_code: '1037' })),
    unknown: await pay.get('/p/x'),
    largest: await pay.get(largest.path),
  };
  const files = await Promise.all(
    [...pages.form.text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => pay.get(path)),
  );
  expect(files.map(({ status, headers }) => [status, headers.get('cache-control')])).toEqual([
    [200, 'public, max-age=31536000, immutable'],
    [200, 'public, max-age=31536000, immutable'],
  ]);
  const bytesOf = ({ text, headers }: { text: string; headers: Headers }) =>
    Buffer.byteLength(text) + [...headers].join('\r\n').length;
  const bytes = Object.fromEntries(
    Object.entries(pages).map(([name, page]) => [name, [page, ...files].reduce((sum, each) => sum + bytesOf(each), 0)]),
  );
  expect(Math.max(...Object.values(bytes)), JSON.stringify(bytes)).toBeLessThanOrEqual(25_000);
  if (process.env.TILLGATE_SHOW_BYTES) console.log(bytes);
});
