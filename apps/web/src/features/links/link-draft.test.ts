import { expect, it } from 'vitest';
import { answerNames, limitOf, linkOf, newLinkDraft, newQuestion, readChoices } from './link-draft.ts';

const moment = (text: string) => (text ? new Date(`${text}Z`) : undefined);

it('a link for one order has what was typed, and nothing of the other kind', () => {
  const draft = { ...newLinkDraft, title: ' Mugs ', amount: '1,500', reference: 'A-1', prefix: 'X', paymentsMax: '3' };
  expect(JSON.parse(JSON.stringify(linkOf(draft, moment)))).toEqual({
    ...{ kind: 'once', title: 'Mugs', amount: 1500, accountReference: 'A-1', language: 'auto' },
  });
});

it('a link for many has its limit and prefix', () => {
  const draft = {
    ...{ ...newLinkDraft, kind: 'many' as const, title: 'Choir', isOpen: true, choices: '50, 100 200' },
    ...{ reference: 'A', phone: '0712', prefix: 'cho', paymentsMax: '40', expires: '2026-12-24T18:00' },
  };
  expect(JSON.parse(JSON.stringify(linkOf(draft, moment)))).toEqual({
    ...{ kind: 'many', title: 'Choir', choices: [50, 100, 200], referencePrefix: 'CHO', paymentsMax: 40 },
    ...{ expiresAt: '2026-12-24T18:00:00.000Z', language: 'auto' },
  });
});

it('what is no amount is sent as one that the server refuses at its field', () => {
  expect(linkOf({ ...newLinkDraft, amount: 'many' }, moment)).toMatchObject({ amount: Number.NaN });
  expect(linkOf(newLinkDraft, moment)).toMatchObject({ amount: Number.NaN });
  expect(readChoices('50, x')).toEqual([50, Number.NaN]);
  // Null, which NaN is on the way, would remove the limit.
  expect(['', '1,000', 'x'].map(limitOf)).toEqual([undefined, 1000, 0]);
});

it('questions get names of their own', () => {
  expect(answerNames(['Size', 'size', 'Jina lako?', '尺寸', ''])).toEqual([
    ...['size', 'size_2', 'jina_lako', 'answer_4', 'answer_5'],
  ]);
  const questions = [{ ...newQuestion, label: 'Size', kind: 'choice' as const, choices: 'S\n\n M \n' }];
  expect(linkOf({ ...newLinkDraft, questions }, moment).fields).toEqual([
    { name: 'size', label: 'Size', kind: 'choice', required: true, choices: ['S', 'M'] },
  ]);
});
