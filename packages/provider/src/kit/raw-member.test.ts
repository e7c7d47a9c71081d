import { expect, it } from 'vitest';
import { rawMember } from './raw-member.ts';

it.each([
  ['{"a":1}', '1'],
  ['{"a":1,"b":2}', '1'],
  ['{"b":"a","a": {"a":[1, {"a":2}], "x":"}"} }', '{"a":[1, {"a":2}], "x":"}"}'],
  ['{"b":[{"a":1}],"a":"x, \\"a\\": 2"}', '"x, \\"a\\": 2"'],
  ['{"\\u0061":true}', 'true'],
  ['{"a":1,"a":2}', undefined],
  ['{"a":1,"\\u0061":2}', undefined],
  ['{"b":{"a":1}}', undefined],
  ['{"b":"a"}', undefined],
  ['[{"a":1}]', undefined],
  ['{"a":{"b":', undefined],
  ['{"a":"x', undefined],
  ['}}}{"a":1', undefined],
  ['', undefined],
])('in %s, a is %j', (json, value) => {
  expect(rawMember(json, 'a')).toBe(value);
});
