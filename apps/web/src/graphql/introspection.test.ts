import { getIntrospectionQuery, graphqlSync, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { descriptionKey, introspectionBytes } from './introspection.ts';
import { costMax, introspectionBytesPerCost } from './limits.ts';
import { schema } from './schema.ts';

const chain = 'type{name kind ofType{name kind ofType{name kind ofType{name kind ofType{name}}}}}';
const bytesMax = costMax * introspectionBytesPerCost;

describe('the bytes that describe the schema', () => {
  it.each([
    getIntrospectionQuery(),
    getIntrospectionQuery({ descriptions: false }),
    getIntrospectionQuery({ schemaDescription: true, inputValueDeprecation: true, specifiedByUrl: true, oneOf: true }),
    `{__schema{types{name fields{name args{name ${chain}} ${chain}}}}}`,
    '{__schema{types{fields{type{fields{name}}}}}}',
    '{__type(name:"Query"){fields{args{name description type{name}}}}}',
    'query($name:String!){__type(name:$name){name fields{name description type{name}}}}',
    '{...a} fragment a on Query{__schema{...b}} fragment b on __Schema{types{name description __typename}}',
  ])('are at least those of the answer, and about as many: %.60s', (query) => {
    const { data, errors } = graphqlSync({ schema, source: query, variableValues: { name: 'Query' } });
    const answered = JSON.stringify(data).length;
    const measured = introspectionBytes(parse(query), schema);
    expect(errors).toBeUndefined();
    expect(measured).toBeGreaterThan(answered - 50);
    expect(measured).toBeLessThan(1.5 * answered + 500);
    expect(measured).toBeLessThan(bytesMax / 2);
  });

  it.each([
    `{__schema{${Array.from({ length: 29 }, (_, at) => `t${at}:types{description fields{name description args{name description} ${chain}}}`).join(' ')}}}`,
    `{__schema{${Array.from({ length: 29 }, (_, at) => `t${at}:types{fields{type{fields{type{fields{name}}}}}}`).join(' ')}}}`,
  ])('are too many to be answered: %.60s', (query) => {
    expect(introspectionBytes(parse(query), schema)).toBeGreaterThan(bytesMax);
  });

  it('of a query for rows are none', () => {
    expect(introspectionBytes(parse('{ payments(environment: sandbox) { edges { cursor } } }'), schema)).toBe(0);
  });
});

describe('a query for nothing but the schema', () => {
  it('has one key, however it is written', () => {
    const query = getIntrospectionQuery();
    expect(descriptionKey(parse(query))).toBe(descriptionKey(parse(`# mine\n${query.replaceAll(/\s+/g, ' , ')}`)));
  });

  it.each([
    '{ __schema { types { name } } applications { name } }',
    'query a { __typename } query b { __schema { types { name } } }',
    'query($name: String!) { __type(name: $name) { name } }',
  ])('is not %s', (query) => {
    expect(descriptionKey(parse(query))).toBeUndefined();
  });
});
