import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { execute, sql } from '@tillgate/db';
import { suspendOrganization } from '@tillgate/domain/organizations';
import { revokeReportingToken } from '@tillgate/domain/reporting-tokens';
import { type SeededMerchant, seed } from '@tillgate/domain/testing';
import { buildClientSchema, getIntrospectionQuery, lexicographicSortSchema, printSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signedIn } from '@/trpc/testing';
import { answerSchema } from './answer-schema.ts';
import { testGraphql } from './graphql.fixture.ts';
import { bodyBytesMax, costMax } from './limits.ts';

const perMinute = 40;
let api: Awaited<ReturnType<typeof testGraphql>>;
let shop: SeededMerchant;
let token: string;

beforeAll(async () => {
  api = await testGraphql({ count: perMinute, seconds: 60 });
  shop = await seed(api.deps.seeding).owner().application().member('support').mint();
});
afterAll(() => api?.close());

const names = '{ applications { applicationId name } }';
const json = { 'content-type': 'application/json' };
const owner = () => signedIn(api.deps, shop.owner);
const fresh = () => api.tokenOf(shop);
const page = (args = '') => `{ payments(environment: sandbox, first: 1${args}) { edges { cursor } } }`;

describe('a request', () => {
  it('of a page of the dashboard reads with the session of its person', async () => {
    const { status, data, headers } = await api.ask(names, { person: owner() });
    expect({ status, data }).toEqual({
      status: 200,
      data: { applications: [{ applicationId: shop.applicationId, name: expect.any(String) }] },
    });
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a subdomain', { 'sec-fetch-site': 'same-site' }],
    ['nowhere known', {}],
  ])('of %s has no session, whatever cookie it brings', async (_, headers) => {
    const body = JSON.stringify({ query: names });
    const answer = await api.post(body, { ...json, ...(headers as Record<string, string>) }, owner());
    expect(answer).toMatchObject({ status: 401, errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
  });

  it('without anybody is refused, the schema included', async () => {
    for (const query of [names, '{ __schema { types { name } } }', '{ __typename }']) {
      const answer = await api.ask(query, {});
      expect(answer).toMatchObject({ status: 401, data: undefined });
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  it('is a POST of JSON of at most 64 kB', async () => {
    const body = JSON.stringify({ query: names });
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
    expect((await api.post(body, form, owner())).status).toBe(415);
    expect((await api.post(body, { 'content-type': 'text/plain' }, owner())).status).toBe(415);
    const get = new Request('http://localhost:3000/api/graphql?query={__typename}');
    expect((await api.send(get, owner())).status).toBe(405);
    const large = await api.ask(`# ${'x'.repeat(bodyBytesMax)}\n${names}`, { person: owner() });
    expect(large.status).toBe(413);
  });

  it.each(['{', '[]', '"x"', '{"query":7}', '{}', 'null'])('of %s is refused, and nothing breaks', async (body) => {
    const answer = await api.post(body, { ...json, 'sec-fetch-site': 'same-origin' }, owner());
    expect(answer.status).toBeLessThan(500);
    expect(answer.errors).toHaveLength(1);
  });
});

describe('a reporting token', () => {
  it('reads, says how often it may, and sees the schema', async () => {
    const { status, data, headers } = await api.ask('{ __schema { queryType { name } } }', { token: await fresh() });
    expect({ status, data }).toEqual({ status: 200, data: { __schema: { queryType: { name: 'Query' } } } });
    expect(headers.get('ratelimit-policy')).toBe(`"per-token";q=${perMinute};w=60`);
    expect(headers.get('ratelimit')).toMatch(/^"per-token";r=39;t=\d+$/);
  });

  it('reads the schema as text, and nobody else does', async () => {
    const get = async (headers: Record<string, string>, person?: ReturnType<typeof owner>) => {
      const request = new Request('http://localhost:3000/api/graphql/schema', { headers });
      const response = await answerSchema(request, api.deps, async () => person);
      return { status: response.status, text: await response.text() };
    };
    const whole = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8');
    expect(await get({ authorization: `Bearer ${await fresh()}` })).toEqual({ status: 200, text: whole });
    expect(await get({ 'sec-fetch-site': 'same-origin' }, owner())).toEqual({ status: 200, text: whole });
    expect(await get({ 'sec-fetch-site': 'cross-site' }, owner())).toMatchObject({ status: 401 });
    expect(await get({ authorization: 'Bearer x' })).toMatchObject({ status: 401 });
  });

  it('that is none, is revoked or is written otherwise is refused', async () => {
    token = await fresh();
    for (const wrong of ['x', `${token}x`, 'mp_report_', shop.applicationId]) {
      expect(await api.ask(names, { token: wrong })).toMatchObject({ status: 401 });
    }
    const basic = { ...json, authorization: `Basic ${token}`, 'sec-fetch-site': 'same-origin' };
    expect((await api.post(JSON.stringify({ query: names }), basic, owner())).status).toBe(401);
    const where = { hash: createHash('sha256').update(token).digest('hex') };
    const { id: tokenId } = await api.test.database.prisma.reportingToken.findUniqueOrThrow({ where });
    await revokeReportingToken(api.deps.seeding, { tokenId });
    expect((await api.ask(names, { token })).status).toBe(401);
  });

  it('that asks too often is told when it may again', async () => {
    token = await fresh();
    for (let count = 0; count < perMinute; count += 1) await api.ask('{ __typename }', { token });
    const refused = await api.ask('{ __typename }', { token });
    expect(refused).toMatchObject({ status: 429, errors: [{ extensions: { code: 'RATE_LIMITED' } }] });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('of a suspended organization reads nothing', async () => {
    const other = await seed(api.deps.seeding).owner().application().mint();
    token = await api.tokenOf(other);
    await suspendOrganization(api.deps.seeding, { organizationId: other.organizationId, reason: 'unpaid' });
    expect(await api.ask(names, { token })).toMatchObject({ status: 403, data: undefined });
    expect(await api.ask(names, { person: signedIn(api.deps, other.owner) })).toMatchObject({ status: 200 });
  });
});

describe('a query', () => {
  const codes = async (query: string, variables = {}) => {
    const { data, errors, extensions } = await api.ask(query, { person: owner() }, variables);
    return { data, codes: errors.map((error) => error.extensions.code), extensions };
  };

  it('says what it costs', async () => {
    const { extensions } = await codes('{ payments(environment: sandbox, first: 20) { edges { node { amount } } } }');
    expect(extensions.cost).toEqual({ requested: 41, max: costMax });
    const counted = `fragment whole on PaymentConnection { totalCount { value } edges { node { amount } } }
      { a: payments(environment: sandbox, first: 20) { ...whole }
        b: payments(environment: sandbox, first: 100) { ...whole ... on PaymentConnection { totalCount { isCapped } } } }`;
    expect((await codes(counted)).extensions.cost?.requested).toBe(41 + 201 + 3 * 100);
  });

  const rows = (first: number) =>
    `payments(environment: sandbox, first: ${first}) { edges { node { refunds { id } deliveries { id } timeline { at } } } }`;

  it('that costs too much is not run', async () => {
    const ten = Array.from({ length: 10 }, (_, index) => `p${index}: ${rows(100)}`).join(' ');
    const answer = await codes(`{ ${ten} }`);
    expect(answer).toMatchObject({ data: undefined, codes: ['COST_EXCEEDED'] });
    expect(answer.extensions.cost?.requested).toBeGreaterThan(costMax);
    // The first operation is cheap, and the second is the one that runs.
    const operations = `query cheap { __typename } query dear { ${ten} }`;
    const body = JSON.stringify({ query: operations, operationName: 'dear' });
    const dear = await api.post(body, { ...json, 'sec-fetch-site': 'same-origin' }, owner());
    expect(dear.errors[0]?.extensions.code).toBe('COST_EXCEEDED');
    const byVariable =
      'query ($first: Int) { payments(environment: sandbox, first: $first) { edges { node { timeline { at } } } } }';
    expect((await codes(byVariable, { first: 2_000_000_000 })).codes).toEqual(['COST_EXCEEDED']);
  });

  it('may ask for what tools ask of the schema, and not for it many times over', async () => {
    const whole = await codes(getIntrospectionQuery());
    expect(whole.codes).toEqual([]);
    expect(whole.extensions.cost?.requested).toBeLessThan(costMax / 2);
    const chain = 'type{name kind ofType{name kind ofType{name kind ofType{name kind ofType{name}}}}}';
    const types = `__schema{types{name fields{name args{name ${chain}} ${chain}}}}`;
    const often = Array.from({ length: 30 }, (_, index) => `s${index}:${types}`).join(' ');
    const twice = '{ s:__schema{types{fields{type{fields{type{fields{type{name} args{name}}}}}}}} }';
    const spread = `fragment F on __Type { fields { type { ...G } } } fragment G on __Type { fields { type { fields { name } } } } { __schema { a:types { ...F } b:types { ...F } } }`;
    expect((await codes(`{ ${often} }`)).codes).toEqual(['QUERY_TOO_COMPLEX']);
    for (const query of [twice, spread]) expect((await codes(query)).data, query).toBeUndefined();
    expect((await codes('{ __type(name: "Payment") { fields { name type { name } } } }')).codes).toEqual([]);
  });

  it('of a tool for the schema is answered in every form, and the same when it is asked again', async () => {
    const older = getIntrospectionQuery({ typeDepth: 7 }).replaceAll(/\s+/g, ' ');
    const forms = [
      ...[{}, { descriptions: false }, { schemaDescription: true, specifiedByUrl: true, directiveIsRepeatable: true }],
      ...[
        { inputValueDeprecation: true, oneOf: true },
        { descriptions: false, inputValueDeprecation: true },
      ],
    ].map((options) => getIntrospectionQuery(options));
    for (const form of [...forms, older]) {
      const [first, again] = [await codes(form), await codes(form)];
      expect(first.codes).toEqual([]);
      expect(again).toEqual(first);
      expect(first.extensions.cost?.requested).toBeLessThan(costMax / 2);
      const built = buildClientSchema(first.data);
      expect(printSchema(lexicographicSortSchema(built)).length).toBeGreaterThan(10_000);
      expect(Object.keys(built.getQueryType()?.getFields() ?? {})).toContain('payments');
    }
    const body = JSON.stringify({
      query: getIntrospectionQuery(),
      operationName: 'IntrospectionQuery',
      extensions: { costOnly: true },
    });
    const costOnly = await api.post(body, { ...json, 'sec-fetch-site': 'same-origin' }, owner());
    expect(costOnly).toMatchObject({ data: undefined, extensions: { cost: { max: costMax } } });
  });

  it('for a large type under many names is refused', async () => {
    const args = '{fields{args{name description type{name}}}}';
    const often = Array.from({ length: 30 }, (_, at) => `t${at}:__type(name:"Query")${args}`).join(' ');
    expect(await codes(`{ ${often} }`)).toMatchObject({ data: undefined, codes: ['QUERY_TOO_COMPLEX'] });
    const lists = Array.from({ length: 29 }, (_, at) => `t${at}:types{description fields{name description}}`).join(' ');
    expect(await codes(`{ __schema { ${lists} } }`)).toMatchObject({ data: undefined, codes: ['COST_EXCEEDED'] });
  });

  it('of fragments that spread each other twice is refused, and other queries are answered', async () => {
    const chain = Array.from({ length: 60 }, (_, at) => `fragment f${at} on Query{...f${at + 1} ...f${at + 1}}`);
    const query = `query{...f0} ${chain.join(' ')} fragment f60 on Query{__typename}`;
    expect((await codes(query)).codes).toEqual(['QUERY_TOO_COMPLEX']);
    expect((await codes(names)).codes).toEqual([]);
  });

  it('that repeats itself is told what to do', async () => {
    const answer = await api.ask(`{ ${'__typename '.repeat(3_900)} }`, { person: owner() });
    expect(answer.errors.map(({ message, extensions }) => [extensions.code, message])).toEqual([
      ['QUERY_TOO_COMPLEX', expect.stringContaining('Ask for each field once')],
    ]);
  });

  it('may have as many aliases, directives and words, and as much depth, as a report needs', async () => {
    const repeat = (count: number, part: (index: number) => string) =>
      Array.from({ length: count }, (_, index) => part(index)).join(' ');
    expect(await codes(`{ ${repeat(31, (index) => `a${index}: __typename`)} }`)).toMatchObject({
      data: undefined,
      codes: ['QUERY_TOO_COMPLEX'],
    });
    const directives = repeat(31, (index) => `a${index % 29}: __typename @include(if: true)`);
    expect((await codes(`{ ${directives} }`)).codes).toContain('QUERY_TOO_COMPLEX');
    const deep = repeat(7, () => 'payment { refunds {').concat(' id ', '} }'.repeat(7));
    const nested = `{ disbursements(environment: sandbox, first: 1) { edges { node { ${deep} } } } }`;
    expect((await codes(nested)).codes).toEqual(['QUERY_TOO_COMPLEX']);
    expect((await codes(`{ ${'__typename '.repeat(4_001)} }`)).codes).toEqual(['GRAPHQL_PARSE_FAILED']);
  });

  it.each([
    ['{', 'GRAPHQL_PARSE_FAILED'],
    ['{ nothing }', 'GRAPHQL_VALIDATION_FAILED'],
    ['{ payments(environment: moon) { edges { cursor } } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['{ payments(environment: sandbox, filter: { colour: "red" }) { edges { cursor } } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['mutation { x }', 'GRAPHQL_VALIDATION_FAILED'],
    [page(', after: "nowhere"'), 'BAD_CURSOR'],
    [page(', after: "1.2"'), 'BAD_CURSOR'],
    [page(', last: 1'), 'BAD_PAGE'],
    ['{ payments(environment: sandbox, first: 0) { edges { cursor } } }', 'BAD_PAGE'],
    ['{ payments(environment: sandbox, first: 101) { edges { cursor } } }', 'BAD_PAGE'],
    ['{ payments(environment: sandbox, last: -5) { edges { cursor } } }', 'BAD_PAGE'],
    [page(', filter: { createdFrom: "2026-02-01T00:00:00Z", createdTo: "2026-01-01T00:00:00Z" }'), 'BAD_FILTER'],
    [page(', filter: { createdFrom: "2020-02-01T00:00:00Z" }'), 'BAD_FILTER'],
    [page(', filter: { createdFrom: "yesterday" }'), 'BAD_FILTER'],
    [page(', filter: { amountMin: 5, amountMax: 4 }'), 'BAD_FILTER'],
    [page(', filter: { amountMin: -1 }'), 'BAD_FILTER'],
    [page(', filter: { metadata: "nothing" }'), 'BAD_FILTER'],
    [page(', filter: { phone: "\\u0000" }'), 'BAD_FILTER'],
    [page(', filter: { reasonCategory: "bad luck" }'), 'BAD_FILTER'],
    [page(', applicationId: "x"'), 'NOT_FOUND'],
    ['{ node(id: "x") { id } }', 'BAD_ID'],
  ])('%s is refused once, with %s', async (query, code) => {
    expect((await codes(query)).codes).toEqual([code]);
  });

  /** Has statements about payments fail as `fail` does, while a page is asked for. */
  async function askWhile(fail: () => Promise<unknown>) {
    const { pool } = api.deps.reporting.db;
    const run = pool.query.bind(pool) as (...given: unknown[]) => unknown;
    const spy = vi
      .spyOn(pool, 'query')
      .mockImplementation(((...given: [{ text?: string }]) =>
        given[0].text?.includes('payments') ? fail() : run(...given)) as never);
    const answer = await api.ask(page(), { person: owner() }).finally(() => spy.mockRestore());
    return answer;
  }

  it('that breaks inside tells nothing of it, and the log has it under the id of the request', async () => {
    const error = vi.spyOn(api.deps.log, 'error');
    const { data, errors, headers } = await askWhile(async () => {
      throw new Error('relation "secrets" does not exist');
    });
    const requestId = headers.get('x-request-id');
    expect(data).toEqual({ payments: null });
    expect(errors).toMatchObject([{ path: ['payments'], extensions: { code: 'INTERNAL', requestId } }]);
    expect(JSON.stringify(errors)).not.toContain('secrets');
    const told = expect.objectContaining({ requestId, field: 'payments' });
    expect(error).toHaveBeenCalledWith(told, 'A field of a report failed.');
  });

  it('whose caller cannot be looked up is told nothing of the reason', async () => {
    const { pool } = api.deps.reporting.db;
    const spy = vi.spyOn(pool, 'query').mockRejectedValue(new Error('relation "secrets" does not exist') as never);
    const answer = await api.ask(page(), { person: owner() }).finally(() => spy.mockRestore());
    expect(answer).toMatchObject({ status: 500, errors: [{ extensions: { code: 'INTERNAL' } }] });
    expect(JSON.stringify(answer.errors)).not.toContain('secrets');
  });

  it('that takes too long is told so', async () => {
    const answer = await askWhile(() =>
      api.test.database.transaction(async (one) => {
        await execute(one, '', sql`SET LOCAL statement_timeout = 1`);
        await execute(one, '', sql`SELECT pg_sleep(5)`);
      }),
    );
    expect(answer.errors).toMatchObject([{ extensions: { code: 'TIMEOUT' } }]);
  });

  it('runs on connections that change nothing, and whose statements end', async () => {
    const { pool } = api.deps.reporting.db;
    await expect(pool.query(`UPDATE payments SET needs_review = true`)).rejects.toMatchObject({ code: '25006' });
    const { rows } = await pool.query('SHOW statement_timeout');
    expect(rows).toEqual([{ statement_timeout: '5s' }]);
  });
});
