import { describe, expect, it } from 'vitest';
import { keptBody } from './kept-body.ts';

const secret = `mp_live_${'7'.repeat(43)}`;

describe('keptBody', () => {
  it.each([
    ['a phone by its name', { amount: 10, phone: '0712345678' }, { amount: 10, phone: '…' }],
    ['a phone that was sent as a number', { phone: 254712345678, to: 712345678 }, { phone: '…', to: '…' }],
    ['a phone in a text', { description: 'call 0712 345 678' }, { description: 'call …' }],
    ['a phone inside an id of the provider', { id: 'ws_CO_27112026025622243712345678' }, { id: 'ws_CO_…' }],
    ['a phone as the name of a field', { '254712345678': 'x' }, { '…': 'x' }],
    [
      'names of people',
      { firstName: 'Jane', customerName: 'Jane', name: 'J' },
      { firstName: '…', customerName: '…', name: '…' },
    ],
    [
      'secrets by their name',
      { token: 'a', nested: { api_secret: { deep: 1 } } },
      { token: '…', nested: { api_secret: '…' } },
    ],
    ['who sent and got money', { creditParty: '254712345678 - Jane', raw: { a: 1 } }, { creditParty: '…', raw: '…' }],
    ['the values of metadata', { metadata: { customer: 'Jane', n: 1 } }, { metadata: { customer: '…', n: '…' } }],
    ['the path of an address', { url: 'https://pay.example.com/c2b/abc?x=1' }, { url: 'https://pay.example.com/…' }],
    [
      'who signs in at an address',
      { remarks: 'see https://me:pw@a.example/x', more: 'https://me:p@ss@b.example' },
      { remarks: 'see https://a.example/…', more: 'https://b.example/…' },
    ],
    ['secrets in a text', { note: `use ${secret}` }, { note: 'use mp_live_…' }],
    ['a field without a value', { phone: null }, { phone: null }],
    ['lists', [{ phone: '0712345678' }, 1_795_736_581, true], [{ phone: '…' }, 1_795_736_581, true]],
  ])('hides %s', (_what, body, kept) => {
    expect(JSON.parse(keptBody(body) ?? '')).toEqual(kept);
  });

  it.each([undefined, null, ''])('is nothing of %o', (body) => {
    expect(keptBody(body)).toBeNull();
  });

  it('is cut to a limit, however long, wide or deep the body is', () => {
    expect(keptBody({ text: Array.from({ length: 40 }, () => 'x'.repeat(400)) })).toMatch(/^.{4000}…$/);
    expect(JSON.parse(keptBody(Array.from({ length: 51 }, () => 1)) ?? '')).toHaveLength(51);
    expect(keptBody(Array.from({ length: 51 }, () => 1))).toMatch(/,"…"\]$/);
    let deep: unknown = 'end';
    for (let n = 0; n < 100; n += 1) deep = { deep };
    expect(keptBody(deep)).toBe(`${'{"deep":'.repeat(8)}"…"${'}'.repeat(8)}`);
    expect(keptBody({ big: 10n })).toBe('{"big":"10"}');
  });
});
