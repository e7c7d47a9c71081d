import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { NoticeProof } from '@tillgate/domain';
import { describe, expect, it } from 'vitest';
import { readNotice } from './read-notice.ts';

const key = 'callback-key-of-a-test';
const hashOf = (bytes: string | Buffer, used = key) => createHmac('sha256', used).update(bytes).digest('base64');
const bytes = (text: string) => Buffer.from(text, 'utf8');
const paid = '{"id":"0198f2b4","message":"Paid KES 100","status_code":"TS","airtel_money_id":"MP1"}';
const failed = paid.replace('"TS"', '"TF"');
const notice = (transaction: string, hash: string | null, before = '') =>
  bytes(`{${before}"transaction":${transaction}${hash === null ? '' : `,"hash":${JSON.stringify(hash)}`}}`);
const success = { outcome: 'success', code: '0', text: 'Paid KES 100', receipt: 'MP1', amount: null };

describe('a notice that is a word', () => {
  it('is a success, signed over the bytes that came or over the transaction written again', () => {
    const spaced = paid.replaceAll(',', ' , ').replaceAll(':', ' : ');
    for (const [transaction, hash, proof] of [
      [paid, hashOf(paid), 'raw'],
      [spaced, hashOf(spaced), 'raw'],
      [spaced, hashOf(JSON.stringify(JSON.parse(spaced))), 'serialized'],
    ] as const) {
      expect(readNotice(notice(transaction, hash), key)).toEqual({
        kind: 'read',
        id: '0198f2b4',
        trust: 'word',
        proof,
        fact: success,
      });
    }
  });

  it('may have any bytes and members around and in its transaction', () => {
    const odd = paid.replace('Paid KES 100', String.raw`Paid \"KES\" {100}, ] \\ Zoë`);
    const around = '"a":{"transaction":{"id":"x"}},"b":[{"hash":1}],';
    expect(readNotice(notice(` \n${odd}\t `, hashOf(odd), around), key)).toMatchObject({ trust: 'word' });
    const latin = Buffer.concat([
      bytes('{"id":"0198f2b4","status_code":"TS","message":"Zo'),
      Buffer.of(0xeb),
      bytes('"}'),
    ]);
    const body = Buffer.concat([bytes('{"transaction":'), latin, bytes(`,"hash":"${hashOf(latin)}"}`)]);
    expect(readNotice(body, key)).toMatchObject({ trust: 'word' });
    expect(readNotice(gzipSync(notice(paid, hashOf(paid))), key)).toMatchObject({ trust: 'word' });
  });

  it('may lack a receipt', () => {
    const bare = '{"id":"0198f2b4","status_code":"TS"}';
    expect(readNotice(notice(bare, hashOf(bare)), key)).toMatchObject({ trust: 'word', fact: { receipt: null } });
  });
});

describe('a notice that is a hint', () => {
  it.each<[string, Buffer, string | null, NoticeProof]>([
    ['a signed failure', notice(failed, hashOf(failed)), key, 'raw'],
    [
      'a signed state that is not known',
      notice(paid.replace('TS', 'TX'), hashOf(paid.replace('TS', 'TX'))),
      key,
      'raw',
    ],
    ['a signed notice without a state', notice('{"id":"0198f2b4"}', hashOf('{"id":"0198f2b4"}')), key, 'raw'],
    ['a success without a hash', notice(paid, null), key, 'none'],
    ['a success with an empty hash', notice(paid, ''), key, 'none'],
    ['a success with a hash of another key', notice(paid, hashOf(paid, 'another key')), key, 'wrong'],
    [
      'a success with the hash of another notice',
      notice(paid, hashOf(paid.replace('0198f2b4', '0198f2b5'))),
      key,
      'wrong',
    ],
    ['a success with the first half of its hash', notice(paid, hashOf(paid).slice(0, 20)), key, 'wrong'],
    ['a success with a hash of the whole body', notice(paid, hashOf(`{"transaction":${paid}}`)), key, 'wrong'],
    ['a success of an account without a key', notice(paid, hashOf(paid)), null, 'none'],
    ['a success of an account with an empty key', notice(paid, hashOf(paid, '')), '', 'none'],
    ['a success in the place of a signed one', notice(`${failed},"transaction":${paid}`, hashOf(failed)), key, 'wrong'],
    ['a signed one in the place of a success', notice(`${paid},"transaction":${failed}`, hashOf(paid)), key, 'wrong'],
    [
      'a success under a name with escapes',
      notice(`${failed},${String.raw`"\u0074ransaction"`}:${paid}`, hashOf(failed)),
      key,
      'wrong',
    ],
  ])('is %s', (_what, body, usedKey, proof) => {
    expect(readNotice(body, usedKey)).toMatchObject({ kind: 'read', id: '0198f2b4', trust: 'hint', proof });
  });

  it('still says what it claims, and never an end that is not known', () => {
    expect(readNotice(notice(failed, null), null)).toMatchObject({
      fact: { outcome: 'failed', code: 'TF', receipt: null },
    });
    for (const letters of ['TX', '', 'ts', 'SUCCESS', 'TIP']) {
      expect(readNotice(notice(paid.replace('TS', letters), null), null)).toMatchObject({ fact: { outcome: 'open' } });
    }
  });
});

it.each([
  '',
  '[]',
  'null',
  '<html>',
  '{}',
  '{"transaction":null}',
  '{"transaction":[]}',
  '{"transaction":"TS"}',
  '{"transaction":{}}',
  '{"transaction":{"id":"","status_code":"TS"}}',
  '{"transaction":{"id":7,"status_code":"TS"}}',
  `{"transaction":{"id":"${'x'.repeat(256)}"}}`,
  `{"transaction":{"id":"x"},"more":"${'x'.repeat(100_000)}"}`,
])('%.60j is unreadable, and says why', (body) => {
  expect(readNotice(bytes(body), key)).toEqual({ kind: 'unreadable', problem: expect.stringMatching(/\.$/) });
});
