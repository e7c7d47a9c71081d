import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { createApplication } from '@tillgate/domain/applications';
import { webhookUrlJudge } from '@tillgate/domain/endpoints';
import { attacks, type FilledTables, fillTables, type SeededMerchant, seed } from '@tillgate/domain/testing';
import { TRPCError } from '@trpc/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sayRefusal } from '../say/say-issue.ts';
import {
  type AttackedProcedure,
  asSent,
  attackedProcedures,
  attacksOn,
  type FieldKind,
  rightInput,
  withValue,
} from './fields.fixture.ts';
import { refusalData } from './refusals.ts';
import { callerOf, signedIn, testDeps } from './testing.ts';

/** TILLGATE_LONG_TESTS=1 sends everything to every field; otherwise each field gets its share, at least this many. */
const attacksPerField = process.env.TILLGATE_LONG_TESTS === '1' ? Number.POSITIVE_INFINITY : 2;

/** The table of the row that an id of an input names. A new field needs its line. */
const tableOf: Record<string, string> = {
  applicationId: 'applications',
  batchId: 'payout_batches',
  bucketId: 'buckets',
  callbackId: 'provider_callbacks',
  deliveryId: 'webhook_deliveries',
  deliveryIds: 'webhook_deliveries',
  orderIds: 'orders',
  disbursementId: 'disbursements',
  endpointId: 'webhook_endpoints',
  entryId: 'guard_list_entries',
  eventId: 'webhook_events',
  exportId: 'exports',
  invitationId: 'invitations',
  keyId: 'api_keys',
  lineId: 'statement_lines',
  linkId: 'payment_links',
  orderId: 'orders',
  otherId: 'payments',
  paymentId: 'payments',
  paymentIds: 'payments',
  queryId: 'inquiries',
  reads: 'applications',
  recoveryId: 'webhook_recoveries',
  requestId: 'api_requests',
  resourceId: 'payments',
  reviewId: 'reviews',
  ruleId: 'guard_rules',
  scheduleId: 'export_schedules',
  sessionId: 'sessions',
  statementId: 'statements',
  subjectId: 'payments',
  tokenId: 'reporting_tokens',
  userId: 'users',
  userIds: 'users',
  viewId: 'saved_views',
  recipientId: 'recipients',
  excluded: 'payout_batch_rows',
  rowIds: 'payout_batch_rows',
  ticked: 'payout_batch_rows',
};
/** Lists whose place is the id of a row: where the row is of. */
const placesOf: Record<string, string> = {
  'deliveries.list': 'webhook_deliveries',
  'endpoints.recoveries': 'webhook_recoveries',
  'exports.list': 'exports',
  'orders.list': 'orders',
};
/** Rows of what another person asked for: nobody decides about their own order, whatever rows they name. */
const decidedByOthers = new Set(['batches.approve excluded']);
/** Both environments are shown on purpose. */
const showsBothEnvironments = new Set(['audit.list']);

let test: TestDatabase;
let deps: Awaited<ReturnType<typeof testDeps>>;
let shop: SeededMerchant;
let stranger: SeededMerchant;
/** Rows by whose they are. */
let rows: Record<'own' | 'foreign' | 'of the other environment' | 'of another application', FilledTables>;
const elsewhere = ['foreign', 'of the other environment', 'of another application'] as const;

beforeAll(async () => {
  test = await testDatabase();
  const base = await testDeps(test);
  deps = { ...base, context: { ...base.context, judgeWebhookUrl: webhookUrlJudge([]) } };
  shop = await seed(deps.seeding)
    .owner()
    .application()
    .credentials('sandbox', { initiatorName: 'api', initiatorPassword: 'S3cret#' })
    .member('support')
    .member('finance')
    .mint();
  stranger = await seed(deps.seeding).owner().application().mint();
  const name = 'Second shop';
  const second = await createApplication(deps.seeding, { name, organizationId: shop.organizationId });
  const fill = (of: SeededMerchant, applicationId: string, environment: 'sandbox' | 'production') =>
    fillTables(test.database, {
      tenant: { applicationId, environment },
      organizationId: of.organizationId,
      userId: of.owner.userId,
      text: 'plain',
      at: deps.context.clock.now(),
    });
  rows = {
    own: await fill(shop, shop.applicationId, 'sandbox'),
    'of the other environment': await fill(shop, shop.applicationId, 'production'),
    'of another application': await fill(shop, second.applicationId, 'sandbox'),
    foreign: await fill(stranger, stranger.applicationId, 'sandbox'),
  };
});

afterAll(() => test?.close());

type Answer = { refusal?: ReturnType<typeof refusalData>; code?: string; result?: unknown };

type As = { person: { userId: string; email: string }; of: SeededMerchant };

/** Calls a procedure about a sandbox, as a person who proved a moment ago who they are. */
async function call(
  { path, meta }: AttackedProcedure,
  input: unknown,
  { person, of }: As = { person: shop.owner, of: shop },
): Promise<Answer> {
  const { organizationId, applicationId } = of;
  const scopes: Partial<Record<typeof meta.scope, object>> = {
    tenant: { applicationId, environment: 'sandbox' },
    organization: { organizationId },
  };
  const scope = scopes[meta.scope] ?? {};
  const caller = callerOf(deps, meta.scope === 'public' ? undefined : signedIn(deps, person)) as unknown as Record<
    string,
    Record<string, (input: unknown) => Promise<unknown>>
  >;
  const [router = '', name = ''] = path.split('.');
  const whole = typeof input === 'object' && input !== null && !Array.isArray(input) ? { ...scope, ...input } : input;
  try {
    return { result: await caller[router]?.[name]?.(whole) };
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error;
    return { refusal: refusalData(error, undefined), code: error.code };
  }
}

const bytes = ({ refusal, result }: Answer) => JSON.stringify({ refusal, result });

const idFields = attackedProcedures.flatMap((procedure) =>
  procedure.fields.flatMap((field) => {
    const name = field.path.at(-1) ?? '';
    if (field.kind === 'id') return [{ procedure, field, name, table: tableOf[name] }];
    if (field.kind === 'place' && name === 'before' && placesOf[procedure.path])
      return [{ procedure, field, name, table: placesOf[procedure.path] }];
    return [];
  }),
);

function idIn(filled: FilledTables, owner: SeededMerchant, table: string): string {
  if (table === 'users') return owner.owner.userId;
  if (table === 'applications') return owner.applicationId;
  return filled.of(table);
}

/** How many of each list of attacks were sent. */
const sentOf = new Map<readonly unknown[], number>();

/** The next attacks of a list. Over `fields` fields every one of them is sent at least once. */
function share<Item>(items: readonly Item[], fields: number): Item[] {
  const count = Math.min(items.length, Math.max(attacksPerField, Math.ceil(items.length / fields)));
  const start = sentOf.get(items) ?? 0;
  sentOf.set(items, start + count);
  return Array.from({ length: count }, (_, place) => items[(start + place) % items.length] as Item);
}

const allFields = attackedProcedures.flatMap(({ fields }) => fields);
const fieldsOf = (kind: FieldKind) => allFields.filter((field) => field.kind === kind).length;

/** The id of a row of the shop, for the fields that are not attacked. */
function ownId(name: string): string {
  const table = tableOf[name];
  return table === undefined ? attacks.missingId : idIn(rows.own, shop, table);
}

describe('every id of every procedure', () => {
  it('names a row of a table that this test knows', () => {
    expect(
      idFields.filter(({ table }) => table === undefined).map(({ procedure, name }) => `${procedure.path} ${name}`),
    ).toEqual([]);
    expect(idFields.length).toBeGreaterThan(40);
  });

  /** With an id of no row, an input fails on nothing else: otherwise the attacks below would prove nothing. */
  it('is reached', async () => {
    const unreached: string[] = [];
    for (const { procedure, field, name } of idFields) {
      if (decidedByOthers.has(`${procedure.path} ${name}`)) continue;
      const input = withValue(rightInput(procedure, ownId), field.path, asSent(field, attacks.missingId));
      const { refusal } = await call(procedure, input);
      const others = (refusal?.issues ?? []).filter(({ path }) => path !== field.path.join('.'));
      if (refusal && !['not_found', 'invalid_input'].includes(refusal.domainCode))
        unreached.push(`${procedure.path}: ${refusal.detail}`);
      else if (others.length > 0) unreached.push(`${procedure.path}: ${JSON.stringify(others)}`);
    }
    expect(unreached).toEqual([]);
  });

  it.each(idFields.map((one) => ({ ...one, title: `${one.procedure.path} ${one.name}` })))(
    '$title: a foreign row, one of elsewhere and none at all get the same bytes',
    async ({ procedure, field, table = '' }) => {
      const right = rightInput(procedure, ownId);
      const send = async (id: string) => bytes(await call(procedure, withValue(right, field.path, asSent(field, id))));
      const missing = await send(table === 'api_requests' ? `req_${attacks.missingId}` : attacks.missingId);
      const whole = procedure.meta.scope === 'tenant' ? elsewhere : (['foreign'] as const);
      for (const whose of whole) {
        if (whose === 'of the other environment' && showsBothEnvironments.has(procedure.path)) continue;
        if (table === 'users' && whose !== 'foreign') continue;
        const id = idIn(rows[whose], stranger, table);
        // What the caller wrote comes back in nothing.
        expect(await send(id), whose).toBe(missing);
      }
    },
  );

  it('that is malformed is not found, or refused for its form alone', async () => {
    const told: string[] = [];
    for (const { procedure, field, name } of idFields) {
      for (const id of share(attacks.malformedIds, idFields.length)) {
        const { refusal, code } = await call(
          procedure,
          withValue(rightInput(procedure, ownId), field.path, asSent(field, id)),
        );
        const paths = new Set((refusal?.issues ?? []).map(({ path }) => path.split('.')[0]));
        const isForm = refusal?.domainCode === 'invalid_input' && paths.size === 1 && paths.has(field.path[0]);
        const isOwn = code === 'FORBIDDEN' && decidedByOthers.has(`${procedure.path} ${name}`);
        if (refusal && refusal.domainCode !== 'not_found' && !isForm && !isOwn)
          told.push(`${procedure.path} ${id}: ${code} ${refusal.detail}`);
      }
    }
    expect(told).toEqual([]);
  });
});

/** Small words that no Swahili sentence has. */
const english = /\b(the|is|must|of|and|not|this|with|your|there|no)\b/i;
const inSwahili = (refusal: NonNullable<Answer['refusal']>) => sayRefusal(refusal, 'sw').detail;

/** What only the inside knows. */
const inside =
  /prisma|postgres|pg_|\bSELECT\b.*\bFROM\b|relation "|column "|duplicate key|\.ts:\d|node_modules|at async/i;

describe.each(attackedProcedures.map((procedure) => ({ procedure, path: procedure.path })))(
  '$path',
  ({ procedure }) => {
    it('takes or refuses whatever comes in each field, and never breaks', async () => {
      const { fields, type } = procedure;
      const right = rightInput(procedure, ownId);
      const sent = [
        ...share(attacks.shapes, allFields.length).map((input) => ({ input, url: undefined })),
        ...fields.flatMap((field) =>
          [...share(attacksOn[field.kind], fieldsOf(field.kind)), ...share(attacks.shapes, allFields.length)].map(
            (value) => ({
              input: withValue(right, field.path, value),
              url: field.kind === 'url' ? value : undefined,
            }),
          ),
        ),
      ];
      for (const { input, url } of sent) {
        const { refusal, code } = await call(procedure, input);
        const what = `${JSON.stringify(input)?.slice(0, 300)} → ${code} ${refusal?.detail}`;
        expect(code, what).not.toBe('INTERNAL_SERVER_ERROR');
        expect(refusal?.detail ?? '', what).not.toMatch(inside);
        if (refusal) expect(inSwahili(refusal), what).not.toMatch(english);
        // No URL at all is a right value of a field that may be empty.
        if (url !== undefined && url !== null && type === 'mutation')
          expect(refusal?.domainCode, what).toBe('invalid_input');
      }
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    });
  },
);

describe('every procedure of an organization', () => {
  // Who leaves is gone before the other procedures have answered.
  const scoped = attackedProcedures.filter(
    ({ path, meta }) => (meta.scope === 'tenant' || meta.scope === 'organization') && path !== 'members.leave',
  );

  it('is closed to a member from the moment of the removal, and to a demoted one what the new role lacks', async () => {
    const leaver = shop.members.find(({ role }) => role === 'finance');
    if (!leaver) throw new Error('nobody is finance');
    const membership = { organizationId_userId: { organizationId: shop.organizationId, userId: leaver.userId } };
    const { prisma } = deps.seeding.db;
    const answers = async () =>
      Object.fromEntries(
        await Promise.all(
          scoped.map(async (one) => [one.path, (await call(one, {}, { person: leaver, of: shop })).code] as const),
        ),
      );
    await prisma.membership.update({ where: membership, data: { role: 'support' } });
    const demoted = await answers();
    const support = shop.members.find(({ role }) => role === 'support') ?? leaver;
    const ofSupport = await Promise.all(
      scoped.map(async (one) => [one.path, (await call(one, {}, { person: support, of: shop })).code] as const),
    );
    expect(demoted).toEqual(Object.fromEntries(ofSupport));
    await prisma.membership.delete({ where: membership });
    expect(new Set(Object.values(await answers()))).toEqual(new Set(['NOT_FOUND']));
  });
});

// Last, and with the rows of the other merchant, which nothing above has touched: some of them end here.
it('finds the rows of its own tenant where it found none of others', async () => {
  const lost: string[] = [];
  const ended = new Set<string>();
  const as = { person: stranger.owner, of: stranger };
  const itsOwn = (name: string) => {
    const table = tableOf[name];
    return table === undefined ? attacks.missingId : idIn(rows.foreign, stranger, table);
  };
  const ends = ({ path }: AttackedProcedure) => (/delete|revoke|decide|endSessions|endSchedule/.test(path) ? 1 : 0);
  for (const { procedure, field, table = '' } of idFields.toSorted(
    (one, other) => ends(one.procedure) - ends(other.procedure),
  )) {
    if (ended.has(procedure.path)) continue;
    const right = rightInput(procedure, itsOwn);
    const send = (id: string) => call(procedure, withValue(right, field.path, asSent(field, id)), as);
    const missing = await send(attacks.missingId);
    if (missing.refusal?.domainCode !== 'not_found') continue;
    const own = await send(idIn(rows.foreign, stranger, table));
    if (ends(procedure) === 1) ended.add(procedure.path);
    if (own.refusal?.domainCode === 'not_found') lost.push(`${procedure.path}: ${own.refusal.detail}`);
  }
  expect(lost).toEqual([]);
});
