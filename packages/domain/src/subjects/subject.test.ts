import { describe, expect, it } from 'vitest';
import { namesIn, subjectHash } from './subject.ts';

describe('namesIn', () => {
  it.each([
    ['{"FirstName":"JANE","MiddleName":"","LastName":"WANJIKU"}', ['JANE', 'WANJIKU']],
    [
      '{"Result":{"ResultParameters":{"ResultParameter":[{"Key":"ReceiverPartyPublicName","Value":"254712000111 - Jane W. Doe"}]}}}',
      ['Jane W. Doe'],
    ],
    ['{"Body":{"stkCallback":{"ResultDesc":"The service request is processed successfully."}}}', []],
    ['no JSON', []],
  ])('%s has %o', (body, names) => {
    expect(namesIn(body)).toEqual(names);
  });
});

it('one number has another hash in each organization', () => {
  expect(subjectHash('a', '254712000111')).toBe(subjectHash('a', '254712000111'));
  expect(subjectHash('a', '254712000111')).not.toBe(subjectHash('b', '254712000111'));
});
