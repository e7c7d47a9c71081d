import { Role } from '@tillgate/db';
import type { Permission } from '@tillgate/domain';
import { createApplication } from '@tillgate/domain/applications';
import { may } from '@tillgate/domain/organizations';
import { type FilledTables, fillTables, type SeededMerchant, seed } from '@tillgate/domain/testing';
import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedIn } from '@/trpc/testing';
import { type Asking, testGraphql } from './graphql.fixture.ts';
import { fieldsMax } from './limits.ts';
import { schema } from './schema.ts';

/** Fields within fields that the generated queries follow: as far as a list, its rows and what belongs to them. */
const depthMax = 5;

let api: Awaited<ReturnType<typeof testGraphql>>;
let shop: SeededMerchant;
let stranger: SeededMerchant;
let second: string;
const whose = ['own', 'foreign', 'of another application', 'of the other environment'] as const;
let rows: Record<(typeof whose)[number], FilledTables>;

/** The table and the permission of each type that has rows. A new one needs its line. */
const kinds: Record<string, { table: string; list: string; permission: Permission }> = {
  Payment: { table: 'payments', list: 'payments', permission: 'payments.read' },
  Disbursement: { table: 'disbursements', list: 'disbursements', permission: 'payouts.read' },
  PaymentLink: { table: 'payment_links', list: 'paymentLinks', permission: 'links.read' },
  Inquiry: { table: 'inquiries', list: 'inquiries', permission: 'inquiries.read' },
  Delivery: { table: 'webhook_deliveries', list: 'deliveries', permission: 'endpoints.read' },
  Event: { table: 'webhook_events', list: 'events', permission: 'events.read' },
  Balance: { table: 'inquiries', list: 'balances', permission: 'inquiries.read' },
  StatementLine: { table: 'statement_lines', list: 'statementLines', permission: 'statements.read' },
  Exception: { table: 'reviews', list: 'exceptions', permission: 'reviews.read' },
};

beforeAll(async () => {
  api = await testGraphql();
  const { seeding } = api.deps;
  const members = seed(seeding).owner().application();
  shop = await members.member('admin').member('developer').member('finance').member('support').mint();
  stranger = await seed(seeding).owner().application().mint();
  ({ applicationId: second } = await createApplication(seeding, {
    name: 'Second',
    organizationId: shop.organizationId,
  }));
  const fill = (of: SeededMerchant, applicationId: string, environment: 'sandbox' | 'production') =>
    fillTables(api.test.database, {
      tenant: { applicationId, environment },
      organizationId: of.organizationId,
      userId: of.owner.userId,
      text: `text of ${applicationId} in ${environment}`,
      at: seeding.clock.now(),
    });
  rows = {
    own: await fill(shop, shop.applicationId, 'sandbox'),
    foreign: await fill(stranger, stranger.applicationId, 'sandbox'),
    'of another application': await fill(shop, second, 'sandbox'),
    'of the other environment': await fill(shop, shop.applicationId, 'production'),
  };
  // The inquiries of people belong to nothing else.
  await api.test.database.pool.query(`
    UPDATE inquiries SET disbursement_id = NULL, callback_id = NULL, kind = 'account_balance', status = 'answered',
      transaction_id = NULL, result = jsonb_build_array(jsonb_build_object('name', remarks, 'currency', 'KES',
        'available', '1.00', 'current', NULL, 'reserved', NULL, 'uncleared', NULL))`);
  await api.test.database.pool.query(`UPDATE reviews SET reason = 'statement_missing_there'`);
});
afterAll(() => api?.close());

type Field = GraphQLField<unknown, unknown>;
const fieldsOf = (type: GraphQLObjectType) => Object.values(type.getFields());
const needsNothing = ({ args }: Field) =>
  args.every(({ type, defaultValue }) => !isNonNullType(type) || defaultValue !== undefined);

/** The root field, and its wrappers. */
const rootFields = 5;

/** Everything below a type, as selections that one query takes each. */
function selectionsOf(type: GraphQLObjectType, depth: number): string[] {
  const selections: string[] = [];
  const leaves: string[] = [];
  for (const field of fieldsOf(type)) {
    const named = getNamedType(field.type);
    if (isLeafType(named)) leaves.push(field.name);
    else if (isObjectType(named) && depth > 0 && needsNothing(field)) {
      for (const below of selectionsOf(named, depth - 1)) selections.push(`${field.name} { ${below} }`);
    }
  }
  const parts = [leaves.join(' '), ...selections].filter((part) => part !== '');
  const whole = parts.join(' ');
  return parts.length > 1 && sizeOf(whole) <= fieldsMax - rootFields ? [whole] : parts;
}

const sizeOf = (selection: string) => selection.match(/\w+/g)?.length ?? 0;

const queryType = schema.getQueryType();
if (!queryType) throw new Error('the schema has no queries');
/** Read by id, and judged below; exports are of sessions alone, and `exports.test.ts` judges them. */
const otherwise = ['node', 'nodes', 'export', 'exports'];
const roots = fieldsOf(queryType).filter(({ name }) => !otherwise.includes(name));

/** Queries of a root field that together select all that there is. */
function everything({ name, type, args }: Field, applicationId?: string): string[] {
  const named = getNamedType(type);
  if (!isObjectType(named)) throw new Error(`${name} is no object`);
  const taken = args.flatMap((arg) => {
    const value = arg.name === 'applicationId' ? applicationId && `"${applicationId}"` : argumentsGiven()[arg.name];
    return value ? [`${arg.name}: ${value}`] : [];
  });
  const given = taken.length > 0 ? `(${taken.join(', ')})` : '';
  return selectionsOf(named, depthMax).map((selection) => `{ ${name}${given} { ${selection} } }`);
}

/** What root fields are asked with. Reports tell whose figures they have when they tell applications apart. */
function argumentsGiven(): Record<string, string> {
  const today = JSON.stringify(api.deps.seeding.clock.now().toISOString().slice(0, 10));
  return { environment: 'sandbox', first: '5', from: today, to: today, timeZone: '"UTC"', groupBy: 'application' };
}

async function askAll(queries: string[], by: Asking) {
  const answers: Awaited<ReturnType<typeof api.ask>>[] = [];
  for (const query of queries) answers.push(await api.ask(query, by));
  return answers;
}

/** Every id and every text that rows of others have. */
function marksOf(which: (typeof whose)[number]): string[] {
  return Object.values(kinds).map(({ table }) => rows[which].of(table));
}

const idOf = (type: string, which: (typeof whose)[number]) =>
  Buffer.from(`${type}:${rows[which].of(kinds[type]?.table ?? '')}`).toString('base64url');

describe('every field of the schema', () => {
  it('belongs to a type that is reached from a list or a row', () => {
    const reached = new Set<string>();
    const visit = (type: GraphQLObjectType) => {
      if (reached.has(type.name)) return;
      reached.add(type.name);
      for (const { type: below } of fieldsOf(type)) {
        const named = getNamedType(below);
        if (isObjectType(named)) visit(named);
      }
    };
    visit(queryType);
    const mutationType = schema.getMutationType();
    if (mutationType) visit(mutationType);
    const all = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) && !type.name.startsWith('__'));
    expect(all.map(({ name }) => name).filter((name) => !reached.has(name))).toEqual(
      Object.keys(kinds).filter((name) => !reached.has(name)),
    );
    const nodes = schema.getPossibleTypes(schema.getType('Node') as never).map(({ name }) => name);
    expect(nodes.sort()).toEqual(Object.keys(kinds).sort());
  });

  it.each(roots)('below $name shows rows of one’s own, and nothing of others', async (field) => {
    const callers: Record<string, { by: Asking; own: string[]; others: string[] }> = {
      'a token of the organization': {
        by: { token: await api.tokenOf(shop) },
        own: [shop.applicationId, second],
        others: [...marksOf('foreign'), ...marksOf('of the other environment'), stranger.applicationId],
      },
      'a token of one application': {
        by: { token: await api.tokenOf(shop, shop.applicationId) },
        own: [shop.applicationId],
        others: [...marksOf('foreign'), ...marksOf('of another application'), second, stranger.applicationId],
      },
      'a member in a session': {
        by: { person: signedIn(api.deps, shop.owner) },
        own: [shop.applicationId, second],
        others: [...marksOf('foreign'), stranger.applicationId],
      },
      'a stranger in a session': {
        by: { person: signedIn(api.deps, stranger.owner) },
        own: [stranger.applicationId],
        others: [...marksOf('own'), ...marksOf('of another application'), shop.applicationId, second],
      },
    };
    for (const [caller, { by, own, others }] of Object.entries(callers)) {
      const answers = await askAll(everything(field), by);
      expect(
        answers.flatMap(({ errors }) => errors),
        caller,
      ).toEqual([]);
      const text = JSON.stringify(answers.map(({ data }) => data));
      for (const id of own) expect(text, `${caller}: its own`).toContain(id);
      for (const id of others) expect(text, `${caller}: of others`).not.toContain(id);
    }
  });

  const lists = roots.filter(({ args }) => args.some(({ name }) => name === 'applicationId'));

  it.each(lists)('below $name gives the same answer for an application of others and for none', async (field) => {
    const strip = (answers: { data: unknown; errors: object[] }[]) =>
      JSON.stringify(answers.map(({ data, errors }) => [data, errors]));
    const token = await api.tokenOf(shop, shop.applicationId);
    const missing = strip(await askAll(everything(field, '01990000-0000-7000-8000-000000000000'), { token }));
    expect(missing).toContain('NOT_FOUND');
    for (const id of [stranger.applicationId, second, 'x', '']) {
      expect(strip(await askAll(everything(field, id || ' '), { token })), id).toBe(missing);
    }
    const person = signedIn(api.deps, shop.owner);
    expect(strip(await askAll(everything(field, stranger.applicationId), { person }))).toBe(missing);
  });

  it.each(Object.keys(kinds))('of a %s is read by id by its own people alone', async (type) => {
    const [selection, ...more] = selectionsOf(schema.getType(type) as GraphQLObjectType, 2);
    expect(more).toEqual([]);
    const query = `query ($id: ID!) { node(id: $id) { ... on ${type} { ${selection} } } nodes(ids: [$id]) { id } }`;
    const token = await api.tokenOf(shop, shop.applicationId);
    const nothing = JSON.stringify({ node: null, nodes: [null] });
    const seen = async (id: string, by: Asking = { token }) => {
      const { data, errors } = await api.ask(query, by, { id });
      expect(errors).toEqual([]);
      return JSON.stringify(data);
    };
    expect(await seen(idOf(type, 'own'))).toContain(shop.applicationId);
    expect(await seen(idOf(type, 'of another application'))).toBe(nothing);
    expect(await seen(idOf(type, 'foreign'))).toBe(nothing);
    expect(await seen(idOf(type, 'own'), { person: signedIn(api.deps, stranger.owner) })).toBe(nothing);
    const missing = Buffer.from(`${type}:01990000-0000-7000-8000-000000000000`).toString('base64url');
    expect(await seen(missing)).toBe(nothing);
  });
});

describe('a line of a statement', () => {
  const query = '{ statementLines(environment: sandbox) { edges { node { lineId payment { paymentId } } } } }';
  const linesFor = async (token: string): Promise<Record<string, unknown>> => {
    const { data, errors } = await api.ask(query, { token });
    expect(errors).toEqual([]);
    return Object.fromEntries(
      data.statementLines.edges.map(({ node }: { node: { lineId: string; payment: unknown } }) => [
        node.lineId,
        node.payment,
      ]),
    );
  };

  it('shows its payment of another application to whoever reads that one, and to others nothing', async () => {
    const lineId = rows.own.of('statement_lines');
    const paymentId = rows['of another application'].of('payments');
    const was = await api.test.database.prisma.statementLine.findUniqueOrThrow({ where: { id: lineId } });
    await api.test.database.prisma.statementLine.update({ where: { id: lineId }, data: { paymentId } });
    try {
      expect(await linesFor(await api.tokenOf(shop))).toMatchObject({ [lineId]: { paymentId } });
      expect(await linesFor(await api.tokenOf(shop, shop.applicationId))).toMatchObject({ [lineId]: null });
    } finally {
      const { paymentId: before } = was;
      await api.test.database.prisma.statementLine.update({ where: { id: lineId }, data: { paymentId: before } });
    }
  });
});

describe('a role', () => {
  const people = () => [{ ...shop.owner, role: Role.owner }, ...shop.members];

  it.each(Object.values(Role))(
    '%s reads the lists that it may, and is told the permission that the others need',
    async (role) => {
      const person = people().find((one) => one.role === role);
      if (!person) throw new Error(`nobody is ${role}`);
      for (const { list, permission } of Object.values(kinds)) {
        const query = `{ ${list}(environment: sandbox) { edges { cursor } } }`;
        const { data, errors } = await api.ask(query, { person: signedIn(api.deps, person) });
        if (may(role, permission)) {
          expect(errors).toEqual([]);
          expect(data[list].edges.length).toBeGreaterThan(0);
        } else {
          expect(data).toEqual({ [list]: null });
          expect(errors).toMatchObject([{ path: [list], extensions: { code: 'FORBIDDEN', permission } }]);
          expect(errors[0]?.message).toContain(permission);
        }
      }
    },
  );

  it('that changes counts for tokens of its person, too', async () => {
    const finance = people().find(({ role }) => role === 'finance');
    const { prisma } = api.test.database;
    const where = { organizationId_userId: { organizationId: shop.organizationId, userId: finance?.userId ?? '' } };
    const token = await api.tokenBy(finance?.userId ?? '', shop);
    const events = '{ events(environment: sandbox) { edges { cursor } } }';
    expect((await api.ask(events, { token })).errors).toMatchObject([{ extensions: { permission: 'events.read' } }]);
    await prisma.membership.update({ where, data: { role: 'admin' } });
    api.deps.seeding.clock.advance(5);
    expect((await api.ask(events, { token })).errors).toEqual([]);
    await prisma.membership.delete({ where });
    api.deps.seeding.clock.advance(5);
    expect((await api.ask(events, { token })).status).toBe(401);
  });
});
