import { readFileSync } from 'node:fs';
import { seed } from '@tillgate/domain/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerReport } from '@/report-files/answer-report';
import { insertPayment, testGraphql } from './graphql.fixture.ts';

const text = readFileSync(new URL('../../../../docs/reporting.md', import.meta.url), 'utf8');
const blocks = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', body = '']) => ({
  language,
  body,
}));
const of = (language: string) => blocks.filter((block) => block.language === language).map(({ body }) => body);

/** What BI tools put in place of their own words. */
const filled = (query: string) => query.replace(/\$\{__(?:from|to):date:YYYY-MM-DD\}/g, '2026-01-31');

type Query = { query: string; variables?: object };
const queries: Query[] = [
  ...of('graphql').flatMap((query) => (query.startsWith('mutation') ? [] : [{ query: filled(query) }])),
  ...of('sh').flatMap((body) =>
    [...body.matchAll(/(?:^|')(\{\s*"query".*?\})(?:'|\nJSON)/gms)].map(([, json = '']) => JSON.parse(json) as Query),
  ),
];

const addresses = [
  ...of('sh'),
  ...of('js'),
  ...of('powerquery').map((body) => {
    const [, path = '', , given = ''] = /RelativePath = "([^"]+)",\s*(Query) = \[([^\]]*)\]/.exec(body) ?? [];
    const pairs = [...given.matchAll(/(\w+) = "([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]);
    return `/${path}?${new URLSearchParams(pairs)}`;
  }),
].flatMap((body) =>
  [...body.matchAll(/\/api\/reports\/([\w.]+)\?([^"'\s]+)/g)].map(([, file = '', query = '']) => ({ file, query })),
);

let api: Awaited<ReturnType<typeof testGraphql>>;
let token: string;
beforeAll(async () => {
  api = await testGraphql();
  const shop = await seed(api.deps.seeding).owner().application().mint();
  token = await api.tokenOf(shop);
  await insertPayment(api.test.database, {
    applicationId: shop.applicationId,
    environment: 'production' as const,
    createdAt: new Date('2026-01-31T08:00:00Z'),
  });
});
afterAll(() => api?.close());

describe('docs/reporting.md', () => {
  it('has queries and files to try', () => {
    expect(queries.length).toBeGreaterThanOrEqual(6);
    expect(addresses.length).toBeGreaterThanOrEqual(6);
  });

  it('shows a query for people in a session, which a token may not run', async () => {
    const [mutation = '', ...more] = of('graphql').filter((query) => query.startsWith('mutation'));
    expect(more).toEqual([]);
    const { errors } = await api.ask(mutation, { token });
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN', permission: 'exports.use' } }]);
  });

  it.each(queries)('shows a query that runs: $query', async ({ query, variables }) => {
    const { data, errors } = await api.ask(query, { token }, variables);
    expect(errors).toEqual([]);
    expect(JSON.stringify(data)).not.toBe('{}');
  });

  it.each(addresses)('shows a file that there is: $file?$query', async ({ file, query }) => {
    const headers = { authorization: `Bearer ${token}` };
    const request = new Request(`http://localhost:3000/api/reports/${file}?${query}`, { headers });
    const response = await answerReport(request, api.deps, file);
    expect([response.status, (await response.text()).length > 50]).toEqual([200, true]);
  });

  it('says what errors there are', () => {
    const codes = readFileSync(new URL('errors.ts', import.meta.url), 'utf8').matchAll(/^ {2}\| '([A-Z_]+)'/gm);
    for (const [, code = ''] of codes) expect(text, code).toContain(`\`${code}\``);
  });
});
