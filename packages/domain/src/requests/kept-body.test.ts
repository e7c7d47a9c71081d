import { describe, expect, it } from 'vitest';
import { keptBody } from './kept-body.ts';

const secret = `mp_live_${'7'.repeat(43)}`;

describe('keptBody', () => {
  it.each([
    ['a phone by its name', { amount: 10, phone: '0712345678' }, { amount: 10, phone: '…' }],
    ['a phone that was sent as a number', { amount: 254712345678, id: 712345678 }, { amount: '…', id: '…' }],
    ['a phone that was sent as a negative number', { amount: -254712345678 }, { amount: '…' }],
    ['a phone in a text', { description: 'call 0712 345 678' }, { description: 'call …' }],
    ['a phone in an odd spelling', { remarks: '0711_222_333 or 0711/222/333' }, { remarks: '… or …' }],
    ['a phone inside an id of the provider', { id: 'ws_CO_27112026025622243712345678' }, { id: 'ws_CO_…' }],
    ['a phone as the name of a field', { '254712345678': 'x' }, { '…': '…' }],
    [
      'names of people',
      { firstName: 'Jane', customerName: 'Jane', name: 'J', customer: 'Jane' },
      { firstName: '…', customerName: '…', name: '…', customer: '…' },
    ],
    [
      'what proves or identifies, whatever it is called',
      { pin: '1234', PIN: 1234, cvv: 123, nationalId: '12345678', dob: '1990-01-31', apiKey: 'k', key: 'k', ok: true },
      { pin: '…', PIN: '…', cvv: '…', nationalId: '…', dob: '…', apiKey: '…', key: '…', ok: '…' },
    ],
    [
      'secrets of others in a text of ours',
      {
        description: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
        remarks: 'Basic dXNlcjpwYXNzd29yZA==',
        occasion: 'sk_live_4eC39HqLyjWDarjtT1',
        accountReference: 'ftp://u:PW@h',
        detail: `functions/v1/c2b-hook/${'ab12'.repeat(16)}`,
      },
      {
        description: 'eyJ…',
        remarks: 'Basic …',
        occasion: 'sk_live_…',
        accountReference: 'ftp://h/…',
        detail: 'functions/v1/c2b-hook/…',
      },
    ],
    [
      'everything within a field that is not ours',
      { payload: { amount: 1, list: ['Jane', { status: 'x' }] } },
      { payload: { amount: '…', list: ['…', { status: '…' }] } },
    ],
    [
      'a field of ours within a text of ours',
      { description: { pin: 1, amount: 2 } },
      { description: { pin: '…', amount: 2 } },
    ],
    ['the values of metadata', { metadata: { amount: 1, n: null } }, { metadata: { amount: '…', n: null } }],
    ['the path of an address', { path: 'https://pay.example.com/c2b/abc?x=1' }, { path: 'https://pay.example.com/…' }],
    [
      'who signs in at an address',
      { remarks: 'see https://me:pw@a.example/x', reason: 'https://me:p@ss@b.example' },
      { remarks: 'see https://a.example/…', reason: 'https://b.example/…' },
    ],
    ['secrets in a text', { remarks: `use ${secret}` }, { remarks: 'use mp_live_…' }],
    ['a field without a value', { phone: null }, { phone: null }],
    ['lists', [{ phone: '0712345678', id: 'x' }, 'Jane', 5], [{ phone: '…', id: 'x' }, '…', '…']],
    ['a body that is no object', 'pin=1234', '…'],
  ])('hides %s', (_what, body, kept) => {
    expect(JSON.parse(keptBody(body) ?? '')).toEqual(kept);
  });

  it.each([undefined, null, ''])('is nothing of %o', (body) => {
    expect(keptBody(body)).toBeNull();
  });

  it('is cut to a limit, however long, wide or deep the body is', () => {
    expect(keptBody({ events: Array.from({ length: 40 }, () => 'x'.repeat(400)) })).toMatch(/^.{4000}…$/);
    expect(JSON.parse(keptBody(Array.from({ length: 51 }, () => 1)) ?? '')).toHaveLength(51);
    expect(keptBody(Array.from({ length: 51 }, () => 1))).toMatch(/,"…"\]$/);
    let deep: unknown = 'end';
    for (let n = 0; n < 100; n += 1) deep = { deep };
    expect(keptBody(deep)).toBe(`${'{"deep":'.repeat(8)}"…"${'}'.repeat(8)}`);
    expect(keptBody({ amount: 10n })).toBe('{"amount":"10"}');
  });
});
