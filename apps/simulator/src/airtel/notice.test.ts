import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { noticesOf, renderNotice } from './notice.ts';
import { collectionResults } from './results.ts';
import type { NoticeBehaviour } from './scenario.ts';

const paid = { ...collectionResults.paid, receipt: 'MP1' };
const truth = { statusCode: 'TS', message: 'Success', receipt: 'MP1', signature: 'right' } as const;

describe('the notices of a payment', () => {
  it.each<[NoticeBehaviour, object[]]>([
    ['once', [truth]],
    ['late', [truth]],
    ['none', []],
    ['twice', [truth, truth]],
    ['unsigned', [{ ...truth, signature: 'none' }]],
    ['wrong_hash', [{ ...truth, signature: 'wrong' }]],
    ['failed_first', [{ statusCode: 'TF', receipt: null }, truth]],
  ])('%s', (behaviour, expected) => {
    expect(noticesOf(paid, behaviour)).toMatchObject(expected);
    expect(noticesOf(paid, behaviour)).toHaveLength(expected.length);
  });
});

it.each([
  ['declined', ['TF']],
  ['expired', ['TF']],
  ['wrong_pin', []],
] as const)('the notices of %s say %j', (name, expected) => {
  const notices = noticesOf({ ...collectionResults[name], receipt: null }, 'once');
  expect(notices.map(({ statusCode }) => statusCode)).toEqual(expected);
});

describe('a notice', () => {
  const transaction = '{"id":"abc","message":"Success","status_code":"TS","airtel_money_id":"MP1"}';
  const hash = createHmac('sha256', 'key').update(transaction).digest('base64');

  it('has its hash in the body, over the bytes of the transaction', () => {
    expect(renderNotice('abc', truth, 'key')).toBe(`{"transaction":${transaction},"hash":"${hash}"}`);
  });

  it('has the same hash over the transaction that is written again', () => {
    const read = JSON.parse(renderNotice('abc', { ...truth, message: 'Ré "q" \\ é' }, 'key'));
    expect(createHmac('sha256', 'key').update(JSON.stringify(read.transaction)).digest('base64')).toBe(read.hash);
  });

  it('has none without a key, or when its row says so', () => {
    expect(renderNotice('abc', truth, null)).toBe(`{"transaction":${transaction}}`);
    expect(renderNotice('abc', { ...truth, signature: 'none' }, 'key')).toBe(`{"transaction":${transaction}}`);
  });

  it('has another when its row says so', () => {
    const wrong = JSON.parse(renderNotice('abc', { ...truth, signature: 'wrong' }, 'key'));
    expect(wrong.hash).toMatch(/^[A-Za-z0-9+/]{43}=$/);
    expect(wrong.hash).not.toBe(hash);
  });

  it('of a failure has no receipt', () => {
    const notice = { ...truth, statusCode: 'TF', receipt: null } as const;
    expect(JSON.parse(renderNotice('abc', notice, null))).toEqual({
      transaction: { id: 'abc', message: 'Success', status_code: 'TF' },
    });
  });
});
