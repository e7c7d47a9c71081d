import { getIntrospectionQuery, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { judgeDocument, operationsOf, shapeOf } from './document-shape.ts';

/** Fragments that each spread the next one twice: what the last one has stands there 2^count times. */
const doubling = (count: number, on: string, last: string) =>
  [
    ...Array.from({ length: count }, (_, index) => `fragment f${index} on ${on}{...f${index + 1} ...f${index + 1}}`),
    `fragment f${count} on ${on}{${last}}`,
  ].join('\n');
const messageOf = (query: string) => judgeDocument(parse(query))?.message;

describe('a document', () => {
  it.each([
    ['60 doubled fragments', `query{...f0} ${doubling(60, 'Query', '__typename')}`, 'spreads'],
    ['22 doubled fragments', `query{...f0} ${doubling(22, 'Query', '__typename')}`, '500 fields'],
    ['doubled fragments inside', `{__schema{...f0}} ${doubling(22, '__Schema', 'types{name}')}`, '500 fields'],
    ['a second operation that is too large', `query a{x} query b{...f0} ${doubling(22, 'Query', 'x')}`, '500 fields'],
    ['10 kB of ofType within ofType', `{__schema{types{${'ofType{'.repeat(700)}name${'}'.repeat(700)}}}}`, '24 deep'],
    ['10 kB of ofType beside ofType', `{__schema{types{${'ofType{name}'.repeat(800)}}}}`, 'each field once'],
    ['one field 500 times', `{ ${'__typename '.repeat(500)} }`, 'each field once'],
    [
      'depth by fragments',
      `{a{...f0}} ${Array.from({ length: 30 }, (_, at) => `fragment f${at} on Q{a{...f${at + 1}}}`).join(' ')}`,
      '24 deep',
    ],
    [
      '30 aliases of the schema',
      `{ ${Array.from({ length: 30 }, (_, at) => `s${at}:__schema{types{name}}`).join(' ')} }`,
      'once for __schema or __type',
    ],
    [
      'a type beside the schema',
      '{ ...a ...b } fragment a on Query{__schema{types{name}}} fragment b on Query{__type(name:"Query"){name}}',
      'once for __schema or __type',
    ],
    ['aliases', `{ ${Array.from({ length: 31 }, (_, at) => `a${at}: x`).join(' ')} }`, '30 aliases'],
    ['directives', `{ ${'x @include(if: true) '.repeat(31)} }`, '30 directives'],
  ])('with %s is refused before it is validated', (_, query, reason) => {
    expect(messageOf(query)).toContain(reason);
  });

  it('whose fragments go round in a circle ends, and validation refuses it', () => {
    expect(messageOf('{...a} fragment a on Query{...b x} fragment b on Query{...a y}')).toBeUndefined();
  });

  it.each([
    getIntrospectionQuery(),
    getIntrospectionQuery({ schemaDescription: true, inputValueDeprecation: true, oneOf: true }),
    `{ ${Array.from({ length: 30 }, (_, at) => `a${at}: payments { nodes { id amount } }`).join(' ')} }`,
  ])('that tools and reports send is fine', (query) => {
    expect(messageOf(query)).toBeUndefined();
  });
});

describe('an operation', () => {
  it('counts each fragment wherever it is spread', () => {
    const document = parse('{ ...a b { ...a } } fragment a on Q { c { totalCount } }');
    const [operation] = operationsOf(document);
    expect(operation && shapeOf(operation, document)).toEqual({ fields: 7, nesting: 3, counts: 2, descriptions: 0 });
  });

  it('of doubled fragments is measured by one look at each', () => {
    for (const last of ['__typename', '__schema{types{name}}']) {
      const document = parse(`query{...f0} ${doubling(60, 'Query', last)}`);
      const [operation] = operationsOf(document);
      expect(operation && shapeOf(operation, document).fields).toBeGreaterThan(2 ** 60);
    }
  });
});
