import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { judgePattern, matchReference } from './reference-pattern.ts';

it.each([
  ['[A-Z]{2}[0-9]{4}', 'AB1234', 'matches'],
  ['[A-Z]{2}[0-9]{4}', 'ab1234', 'matches'],
  ['[A-Z]{2}[0-9]{4}', 'XAB1234', 'differs'],
  ['[A-Z]{2}[0-9]{4}', 'AB1234\n', 'differs'],
  ['a|b', 'ab', 'differs'],
  ['.*', '', 'matches'],
  ['\\p{L}+', 'Ñandú', 'matches'],
  ['a)|(?:b', 'b', 'unusable'],
  ['(', 'x', 'unusable'],
  ['.*', 'x'.repeat(64), 'matches'],
  ['.*', 'x'.repeat(65), 'differs'],
  ['x'.repeat(201), 'x', 'unusable'],
] as const)('%s against %s: %s', (pattern, reference, verdict) => {
  expect(matchReference(pattern, reference)).toBe(verdict);
});

// With an engine that goes back, each of these takes hours.
it.each([
  ['(a+)+x', 'differs'],
  ['(a|aa)+x', 'differs'],
  ['(.*)*x', 'differs'],
  ['([a-z]+)*[0-9]', 'differs'],
  ['(?:a?){40}a{40}x', 'differs'],
  ['(?:a?){60}a{60}', 'matches'],
  ['(a*)*(a*)*(a*)*x', 'differs'],
] as const)('%s is decided like any other: %s', (pattern, verdict) => {
  expect(judgePattern(pattern)).toBeUndefined();
  for (let n = 0; n < 100; n += 1) expect(matchReference(pattern, 'a'.repeat(60))).toBe(verdict);
});

it.each([
  ['a{2,1}', /^is not a regular expression that can be used/],
  ['(', /^is not a regular expression that can be used/],
  ['[', /^is not a regular expression that can be used/],
  ['(?=.*[0-9])[A-Z0-9]+', /Lookahead, lookbehind and references to groups/],
  ['(?!X).*', /Lookahead/],
  ['(?<=A)B', /lookbehind/],
  ['(?<!A)B', /lookbehind/],
  ['(A|B)\\1', /references to groups/],
  ['(?<x>A)\\k<x>', /references to groups/],
  ['x'.repeat(201), /^must have at most 200 characters$/],
  ['a{1001}', /^is too large: /],
  ['(?:a{40}){40}', /^is too large: /],
  ['((((a{10}){10}){10}){10}){10}', /^is too large: /],
  [`(?:${'[A-Z]'.repeat(30)}){500}`, /^is too large: /],
  ['(a{10,}){25}', /^is too large: /],
  ['(?:(?:()()()){9}){9}', /^is too large: /],
  ['a{251}', /^is too large: /],
  ['\\p{L}'.repeat(9), /^may name at most 8 Unicode classes$/],
  ['[][](abc){500}', /^is too large: /],
  ['[[:alpha:][](abc){500}', /^is too large: /],
  ['\\[(abc){500}', /^is too large: /],
  ['\\Q[\\E(abc){500}', /^is too large: /],
])('%s is refused as a rule', (pattern, sentence) => {
  expect(judgePattern(pattern)?.wrong.message).toMatch(sentence);
  expect(matchReference(pattern, 'abc')).toBe('unusable');
});

it.each([
  '[A-Z]{2}[0-9]{4}',
  'INV-[0-9]+',
  '(?:[A-Z0-9]{1,8}-){4}[0-9]{1,64}',
  '[A-Z]'.repeat(40),
  '(HOUSE|FLAT) ?[0-9]{1,3}[A-D]?',
  '.{1,12}',
  '\\p{L}+',
  '[^()]{1,20}',
])('%s is a fine rule', (pattern) => {
  expect(judgePattern(pattern)).toBeUndefined();
});

/** What merchants write: what JavaScript and RE2 both have, and mean the same by. */
const characters = fc.constantFrom(...'abAB019-_/ .é'.split(''));
const escaped = fc.constantFrom('\\.', '\\/', '\\(', '\\)', '\\[', '\\]', '\\{', '\\}', '\\\\', '\\*', '\\+', '\\?');
const classes = fc.constantFrom('[A-Z]', '[0-9]', '[^0-9]', '[ab-]', '[(){}]', '\\d', '\\D', '.', '\\p{Lu}', '\\p{N}');
const { pattern: patterns } = fc.letrec<{ pattern: string; atom: string; piece: string }>((tie) => ({
  atom: fc.oneof(
    { maxDepth: 3 },
    characters.map((one) => (one === '.' ? '\\.' : one)),
    escaped,
    classes,
    tie('pattern').map((inner) => `(?:${inner})`),
    tie('pattern').map((inner) => `(${inner})`),
  ),
  piece: fc
    .tuple(tie('atom'), fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{0,2}', '{1,}', '*?', '{1,3}?'))
    .map((parts) => parts.join('')),
  pattern: fc.oneof(
    fc.array(tie('piece'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
    fc.tuple(tie('piece'), tie('piece')).map(([one, other]) => `${one}|${other}`),
  ),
}));
const references = fc.oneof(
  fc.string({ unit: characters, maxLength: 10 }),
  fc.string({ unit: fc.constantFrom(...'abAB01-.(){}[]\\'.split('')), maxLength: 8 }),
);

describe('a pattern', () => {
  it('means what it means in JavaScript', () => {
    let matched = 0;
    fc.assert(
      fc.property(patterns, references, (pattern, reference) => {
        fc.pre(pattern.length <= 60);
        const inJavaScript = new RegExp(`^(?:${pattern})$`, 'iu').test(reference);
        matched += Number(inJavaScript);
        expect(matchReference(pattern, reference)).toBe(inJavaScript ? 'matches' : 'differs');
      }),
      { numRuns: 3_000 },
    );
    expect(matched).toBeGreaterThan(50);
  });

  it('that is taken compiles to a bounded size, whatever it is', () => {
    const parts = fc.constantFrom(
      '(',
      ')',
      '(?:',
      '[',
      ']',
      '[^',
      '{9}',
      '{99}',
      '{2,}',
      '{900}',
      'a',
      '|',
      '*',
      '\\',
      '\\Q',
      '\\E',
      '\\p{L}',
      '[:alpha:]',
      '?',
      '.',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 30 }), (list) => {
        const pattern = list.join('');
        if (judgePattern(pattern) !== undefined) return;
        expect(RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE).programSize()).toBeLessThan(1_200);
      }),
      { numRuns: 3_000 },
    );
  });
});
