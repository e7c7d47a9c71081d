import { Role } from '@tillgate/db';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { may } from '@tillgate/domain/organizations';
import { type SeededMerchant, seed } from '@tillgate/domain/testing';
import { ReauthenticationRequired } from '@tillgate/domain/users';
import { TRPCError } from '@trpc/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '@/auth';
import type { Meta } from './init.ts';
import { appRouter } from './root.ts';
import { callerOf, signedIn, testDeps } from './testing.ts';

type Procedure = { path: string; type: string; meta: Meta | undefined };

const procedures: Procedure[] = Object.entries(appRouter._def.procedures).map(([path, procedure]) => {
  const { meta, type } = (procedure as unknown as { _def: { meta?: Meta; type: string } })._def;
  return { path, meta, type };
});
const roles = Object.values(Role);
const environments = ['sandbox', 'production'] as const;
const within = (scope: Meta['scope']) => procedures.filter(({ meta }) => meta?.scope === scope);

/** Only who is not signed in yet calls these. */
const publicRouters = ['identity'];

let test: TestDatabase;
let deps: Awaited<ReturnType<typeof testDeps>>;
let shop: SeededMerchant;
let stranger: SeededMerchant;

beforeAll(async () => {
  test = await testDatabase();
  deps = await testDeps(test);
  const members = seed(deps.seeding).owner().application();
  shop = await members.member('admin').member('developer').member('finance').member('support').mint();
  stranger = await seed(deps.seeding).owner().application().mint();
});

afterAll(() => test?.close());

function personOf(role: Role, minutesAgo = 0): Person {
  const member = role === 'owner' ? shop.owner : shop.members.find((candidate) => candidate.role === role);
  if (!member) throw new Error(`nobody is ${role}`);
  return signedIn(deps, member, { minutesAgo });
}

/** Calls a procedure by its path; answers what it refused with, or undefined. */
async function call(path: string, person: Person | undefined, input: unknown): Promise<TRPCError | undefined> {
  const caller = callerOf(deps, person) as unknown as Record<
    string,
    Record<string, (input: unknown) => Promise<unknown>>
  >;
  const [router = '', name = ''] = path.split('.');
  try {
    await caller[router]?.[name]?.(input);
    return undefined;
  } catch (error) {
    if (error instanceof TRPCError) return error;
    throw error;
  }
}

/** One text per table, which changes with any of its rows. */
async function everyRow(): Promise<Record<string, string>> {
  const { rows } = await test.database.pool.query<{ name: string; rows: string }>(`
    SELECT table_name AS name, md5(query_to_xml(format('SELECT * FROM %I ORDER BY 1', table_name), true, true, '')::text) AS rows
    FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`);
  return Object.fromEntries(rows.map((row) => [row.name, row.rows]));
}

/** Refusals of many calls, one line each, with no row changed by any of them. */
async function refusalsOf(calls: { label: string; path: string; person: Person | undefined; input: unknown }[]) {
  const before = await everyRow();
  const refusals: Record<string, string> = {};
  for (const { label, path, person, input } of calls) {
    refusals[label] = (await call(path, person, input))?.code ?? 'was not refused';
  }
  expect(await everyRow()).toEqual(before);
  return refusals;
}

const all = (labels: string[], code: string) => Object.fromEntries(labels.map((label) => [label, code]));
const own = (environment: string) => ({
  organizationId: shop.organizationId,
  applicationId: shop.applicationId,
  environment,
});

describe('every procedure', () => {
  it('says who may call it', () => {
    const unsaid = procedures.filter(
      ({ meta }) => !meta || ((meta.scope === 'tenant' || meta.scope === 'organization') && !meta.permission),
    );
    expect(unsaid.map(({ path }) => path)).toEqual([]);
    expect(procedures.length).toBeGreaterThan(0);
  });

  it('is for people who are signed in, unless it is about signing in', () => {
    const open = within('public').filter(({ path }) => !publicRouters.includes(path.split('.')[0] ?? ''));
    expect(open.map(({ path }) => path)).toEqual([]);
  });

  it('refuses whoever is not signed in, before it looks at the input', async () => {
    const calls = procedures
      .filter(({ meta }) => meta?.scope !== 'public')
      .map(({ path }) => ({ label: path, path, person: undefined, input: undefined }));
    expect(await refusalsOf(calls)).toEqual(
      all(
        calls.map(({ label }) => label),
        'UNAUTHORIZED',
      ),
    );
  });

  it('refuses a change that another site made the browser send', async () => {
    const changes = procedures.filter(({ type }) => type === 'mutation');
    const before = await everyRow();
    for (const { path } of changes) {
      const caller = callerOf(deps, personOf('owner'), { isSameOrigin: false }) as unknown as Record<
        string,
        Record<string, (input: unknown) => Promise<unknown>>
      >;
      const [router = '', name = ''] = path.split('.');
      await expect(caller[router]?.[name]?.(own('sandbox')), path).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    expect(await everyRow()).toEqual(before);
  });
});

describe('every procedure of a tenant or an organization', () => {
  const scoped = [...within('tenant'), ...within('organization')];

  it('refuses each role that lacks its permission, before it looks at the input', async () => {
    const calls = scoped.flatMap(({ path, meta }) =>
      roles
        .filter((role) => meta?.permission && !may(role, meta.permission))
        .flatMap((role) =>
          environments.map((environment) => ({
            label: `${path} as ${role} in ${environment}`,
            path,
            person: personOf(role),
            input: own(environment),
          })),
        ),
    );
    expect(await refusalsOf(calls)).toEqual(
      all(
        calls.map(({ label }) => label),
        'FORBIDDEN',
      ),
    );
  });

  it('knows nothing of what is foreign, missing or malformed', async () => {
    const ids = ['foreign', 'missing', 'malformed'] as const;
    const missing = '01990000-0000-7000-8000-000000000000';
    const calls = scoped.flatMap(({ path }) =>
      ids.map((kind) => ({
        label: `${path} of a ${kind} tenant`,
        path,
        person: kind === 'foreign' ? signedIn(deps, stranger.owner) : personOf('owner'),
        input: {
          foreign: own('sandbox'),
          missing: { organizationId: missing, applicationId: missing, environment: 'sandbox' },
          malformed: { organizationId: "' OR 1", applicationId: '../..', environment: 'sandbox' },
        }[kind],
      })),
    );
    expect(await refusalsOf(calls)).toEqual(
      all(
        calls.map(({ label }) => label),
        'NOT_FOUND',
      ),
    );
  });

  it('that wants a fresh proof refuses an old one, in the environments that it says', async () => {
    const before = await everyRow();
    for (const { path, meta } of scoped.filter((procedure) => procedure.meta?.reauthentication)) {
      const wanted = environments.filter(
        (environment) => meta?.reauthentication === true || environment === 'production',
      );
      for (const environment of wanted) {
        const refused = await call(path, personOf('owner', 11), own(environment));
        expect(refused?.cause, `${path} in ${environment}`).toBeInstanceOf(ReauthenticationRequired);
      }
    }
    expect(await everyRow()).toEqual(before);
  });

  // Last: a procedure that needs no more input does its work here.
  it('lets each role pass that has its permission', async () => {
    for (const { path, meta } of scoped) {
      for (const role of roles.filter((candidate) => meta?.permission && may(candidate, meta.permission))) {
        const refused = await call(path, personOf(role), own('sandbox'));
        expect(refused?.message, `${path} as ${role}`).not.toBe('Your role may not do this.');
        expect(refused?.code, `${path} as ${role}`).not.toBe('UNAUTHORIZED');
        // Also what the database refuses the dashboard's role.
        expect(refused?.code, `${path} as ${role}`).not.toBe('INTERNAL_SERVER_ERROR');
        expect(refused?.cause, `${path} as ${role}`).not.toBeInstanceOf(ReauthenticationRequired);
      }
    }
  });
});
