import { seed } from '@tillgate/domain/testing';
import { parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testGraphql } from '@/graphql/graphql.fixture';
import { schema } from '@/graphql/schema';
import { signedIn } from '@/trpc/testing';
import { periodUntil, readyQueries } from './ready-queries.ts';

let api: Awaited<ReturnType<typeof testGraphql>>;
let ask: (query: string, extensions?: object) => ReturnType<typeof api.post>;
beforeAll(async () => {
  api = await testGraphql();
  const shop = await seed(api.deps.seeding).owner().application().mint();
  const person = signedIn(api.deps, shop.owner);
  const period = periodUntil(new Date('2026-03-31T21:30:00Z'));
  const variables = { environment: 'sandbox', applicationId: shop.applicationId, ...period };
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  ask = (query, extensions) => api.post(JSON.stringify({ query, variables, extensions }), headers, person);
});
afterAll(() => api?.close());

describe('ready queries', () => {
  it('are ten, over thirty days of Nairobi', () => {
    expect(Object.keys(readyQueries)).toHaveLength(10);
    expect(periodUntil(new Date('2026-03-31T21:30:00Z'))).toEqual({ from: '2026-03-03', to: '2026-04-01' });
  });

  it.each(Object.entries(readyQueries))('%s runs, and costs what it was said to cost', async (_, query) => {
    expect(validate(schema, parse(query))).toEqual([]);
    const before = await ask(query, { costOnly: true });
    expect({ data: before.data, errors: before.errors }).toEqual({ data: undefined, errors: [] });
    const { data, errors, extensions } = await ask(query);
    expect(errors).toEqual([]);
    expect(Object.values(data)).not.toContain(null);
    expect(extensions.cost).toEqual(before.extensions.cost);
    expect(extensions.cost?.requested).toBeGreaterThan(0);
  });
});
