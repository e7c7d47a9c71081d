import { type SeededMerchant, seed } from '@tillgate/domain/testing';
import { getNamedType, getNullableType, isLeafType, isListType, isObjectType, isRequiredArgument } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testGraphql } from './graphql.fixture.ts';
import { fillBothNetworks } from './networks.fixture.ts';
import { schema } from './schema.ts';

let api: Awaited<ReturnType<typeof testGraphql>>;
let shop: SeededMerchant;
let token: string;
let day: string;
let payments: Awaited<ReturnType<typeof fillBothNetworks>>;

beforeAll(async () => {
  api = await testGraphql();
  shop = await seed(api.deps.seeding).owner().application().mint();
  token = await api.tokenOf(shop);
  const at = new Date(api.deps.seeding.clock.now().getTime() - 60_000);
  day = at.toISOString().slice(0, 'YYYY-MM-DD'.length);
  payments = await fillBothNetworks(
    api.test.database,
    { applicationId: shop.applicationId, environment: 'sandbox' },
    at,
  );
});
afterAll(() => api?.close());

async function ask(query: string) {
  const answer = await api.ask(query, { token });
  expect(answer.errors).toEqual([]);
  return answer.data;
}
/** The nodes of a list. */
async function nodes(list: string, filter: string, fields: string) {
  const data = await ask(`{ ${list}(environment: sandbox, filter: ${filter}) { edges { node { ${fields} } } } }`);
  return data[list].edges.map(({ node }: { node: object }) => node);
}

const mpesa = { rail: 'mpesa', shortcode: '450123', account: { rail: 'mpesa', number: '450123' } };
const airtel = { rail: 'airtel', shortcode: '450123', account: { rail: 'airtel', number: '450123' } };
const fields = 'rail shortcode account { rail number }';

describe.each([
  ['payments', 1],
  ['disbursements', 2],
  ['inquiries', 2],
])('%s', (list, count) => {
  it('say their network, with the number of their account', async () => {
    const rows = await nodes(list, '{}', fields);
    expect(rows).toHaveLength(2 * count);
    expect(rows).toEqual(expect.arrayContaining([mpesa, airtel]));
  });

  it('are found by network', async () => {
    expect(await nodes(list, '{ rail: airtel }', fields)).toEqual(Array(count).fill(airtel));
    expect(await nodes(list, '{ rail: mpesa }', fields)).toEqual(Array(count).fill(mpesa));
    expect(await nodes(list, '{ rail: null }', fields)).toHaveLength(2 * count);
  });
});

it.each(['balances', 'exceptions'])('%s of a number are those of both networks', async (list) => {
  expect(await nodes(list, '{ shortcode: "450123" }', 'shortcode')).toEqual(Array(2).fill({ shortcode: '450123' }));
  expect(await nodes(list, '{ shortcode: "450124" }', 'shortcode')).toEqual([]);
});

describe('a report', () => {
  const groups = async (report: string, how: string, figure: string) => {
    const data = await ask(
      `{ ${report}(environment: sandbox, from: "${day}", to: "${day}", interval: total, ${how}) {
        current { groups { group ${figure} } rows { group } } } }`,
    );
    return data[report].current.groups;
  };

  it.each([
    ['collectionsReport', 'gross', '10'],
    ['payoutsReport', 'amount', '5'],
    ['settlementReport', 'paidOut', '5'],
  ])('%s tells networks apart', async (report, figure, amount) => {
    expect(await groups(report, 'groupBy: rail', figure)).toEqual([
      { group: 'airtel', [figure]: amount },
      { group: 'mpesa', [figure]: amount },
    ]);
  });

  it('by shortcode has the number, and takes it as a filter', async () => {
    expect(await groups('collectionsReport', 'groupBy: shortcode', 'gross')).toEqual([
      { group: '450123', gross: '20' },
    ]);
    const found = await groups('collectionsReport', 'groupBy: rail, shortcodes: ["450123"]', 'gross');
    expect(found).toHaveLength(2);
    expect(await groups('collectionsReport', 'groupBy: rail, shortcodes: ["450124"]', 'gross')).toEqual([]);
  });
});

/** A selection of every field of a type that needs no argument, and of what those lead to. */
function everything(type: unknown, depth: number): string {
  const named = getNamedType(type as never);
  if (!isObjectType(named)) return '';
  const parts = Object.values(named.getFields()).flatMap((field) => {
    if (field.args.some(isRequiredArgument)) return [];
    if (isLeafType(getNamedType(field.type))) return [field.name];
    // A row leads to rows, and so on: of each of those only what it says of itself.
    if (depth === 0) return [];
    const isMany = isListType(getNullableType(field.type));
    const selected = everything(field.type, isMany ? 0 : depth - 1);
    return selected === '' ? [] : [`${field.name} { ${selected} }`];
  });
  return parts.join(' ');
}

/** The type of a field of a type. */
function inside(type: unknown, field: string): unknown {
  const named = getNamedType(type as never);
  return isObjectType(named) ? named.getFields()[field]?.type : undefined;
}

describe('an application with accounts at two networks', () => {
  // Exports are for people in a session.
  const lists = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(
    ({ name, type }) => String(type).endsWith('Connection') && name !== 'exports',
  );

  it.each(lists.map(({ name }) => name))('shows no address in %s', async (name) => {
    const connection = lists.find((list) => list.name === name)?.type;
    const node = inside(inside(connection, 'edges'), 'node');
    const args = `environment: sandbox, applicationId: "${shop.applicationId}", first: 5`;
    const data = await ask(`{ ${name}(${args}) { edges { node { ${everything(node, 1)} } } } }`);
    expect(JSON.stringify(data)).not.toContain('airtel:');
    if (['payments', 'disbursements', 'inquiries', 'balances', 'exceptions'].includes(name)) {
      expect(JSON.stringify(data)).toContain('450123');
      expect(data[name].edges.length).toBeGreaterThan(1);
    }
  });

  it('nor in balances over time, which say their network', async () => {
    const data = await ask(
      `{ balancesReport(environment: sandbox, from: "${day}", to: "${day}") { readings { rail shortcode accounts { name } } } }`,
    );
    expect(data.balancesReport.readings).toMatchObject([
      { rail: 'mpesa', shortcode: '450123' },
      { rail: 'airtel', shortcode: '450123' },
    ]);
  });

  it('reads a payment by its id as in the list', async () => {
    const id = Buffer.from(`Payment:${payments.airtel}`).toString('base64url');
    const data = await ask(`{ node(id: "${id}") { ... on Payment { ${fields} } } }`);
    expect(data.node).toEqual(airtel);
  });
});
