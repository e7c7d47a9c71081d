import { expect, it } from 'vitest';
import type { PhoneFacts } from './fact-statements.ts';
import { judgeRows, type ListFacts, payoutKeyOf } from './judge-rows.ts';

const phone = '254712345678';
const row = { number: 2, phone, amount: 500, name: 'Achieng Otieno', reference: 'E1', referenceKey: 'e1' };
const paidAt = new Date('2026-10-31T09:00:00Z');
const known = { phone, isPaid: true, toldName: null, savedName: null, sentToday: 0 };
const facts = (given: Partial<ListFacts> = {}): ListFacts => ({
  phones: new Map([[phone, known]]),
  same: new Map(),
  references: new Map(),
  rules: new Map(),
  policy: { perTransaction: null, perRecipientPerDay: null },
  ...given,
});
const phones = (given: Partial<PhoneFacts>) => ({
  phones: new Map([[phone, { ...known, ...given }]]),
});
const limits = (given: Partial<ListFacts['policy']>) => ({
  policy: { perTransaction: null, perRecipientPerDay: null, ...given },
});
const same = (at: Date | null) => ({
  same: new Map([[payoutKeyOf(row), [{ phone, amount: 500, paidAt: at }]]]),
});

it.each<[what: string, given: Partial<ListFacts>, expected: object[]]>([
  ['nothing is known against it', {}, []],
  ['nobody was paid there before', { phones: new Map() }, [{ code: 'payee_first' }]],
  ['the network told the same name', phones({ toldName: 'OTIENO ACHIENG' }), []],
  ['a masked one that fits', phones({ toldName: 'Achieng O****o' }), []],
  [
    'the network told another name',
    phones({ toldName: 'Kamau Njoroge' }),
    [{ code: 'name_different', told: { name: 'Kamau Njoroge', by: 'network' } }],
  ],
  [
    'a saved recipient has another name',
    phones({ savedName: 'Kamau Njoroge' }),
    [{ code: 'name_different', told: { name: 'Kamau Njoroge', by: 'recipient' } }],
  ],
  ['the network counts before people', phones({ toldName: 'Achieng Otieno', savedName: 'Kamau Njoroge' }), []],
  [
    'the person was paid elsewhere the last time',
    { references: new Map([['e1', { phone: '254700000001', paidAt }]]) },
    [{ code: 'payee_changed', before: { phone: '254700000001', paidAt } }],
  ],
  ['the person was paid here the last time', { references: new Map([['e1', { phone, paidAt }]]) }, []],
  ['the same was paid this week', same(paidAt), [{ code: 'paid_recently', paidAt }]],
  ['the same waits in another batch', same(null), [{ code: 'waits_elsewhere' }]],
  ['it is as much as one payout may be', limits({ perTransaction: 500 }), []],
  [
    'it is more',
    limits({ perTransaction: 499 }),
    [{ code: 'above_limit', limit: { name: 'per_transaction', max: 499 } }],
  ],
  [
    'a recipient gets too much of a day',
    { ...limits({ perRecipientPerDay: 600 }), ...phones({ sentToday: 101 }) },
    [{ code: 'above_limit', limit: { name: 'per_recipient_per_day', max: 600 } }],
  ],
  ['a rule refuses it', { rules: new Map([[2, 'refuse']]) }, [{ code: 'stopped_by_rule' }]],
  ['a rule holds it', { rules: new Map([[2, 'hold']]) }, [{ code: 'held_by_rule' }]],
])('%s', (_, given, expected) => {
  expect(judgeRows([row], facts(given)).get(2)).toMatchObject(expected);
  expect(judgeRows([row], facts(given)).get(2)).toHaveLength(expected.length);
});

it('a row without a name or a reference is not compared', () => {
  const bare = { ...row, name: null, reference: null, referenceKey: null };
  const given = { ...phones({ toldName: 'Kamau' }), references: new Map([['e1', { phone: '254700000001', paidAt }]]) };
  expect(judgeRows([bare], facts(given)).get(2)).toEqual([]);
});

it('what one recipient gets in a list counts together', () => {
  const rows = [row, { ...row, number: 3, amount: 200 }];
  const judged = judgeRows(rows, facts(limits({ perRecipientPerDay: 699 })));
  expect([...judged.values()].flat().map(({ code }) => code)).toEqual(['above_limit', 'above_limit']);
});
