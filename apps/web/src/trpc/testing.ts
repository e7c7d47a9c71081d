import type { TestDatabase } from '@tillgate/db/testing';
import { webhookUrlJudge } from '@tillgate/domain/endpoints';
import { createPhoneHash, type PhoneHash } from '@tillgate/domain/guards';
import { createPayPages, type PayPages } from '@tillgate/domain/links';
import { testContext } from '@tillgate/domain/testing';
import { createIdentity, generateVaultKey, type SignInProof } from '@tillgate/domain/users';
import { pino } from 'pino';
import type { Person } from '@/auth';
import type { Deps } from '@/deps';
import { createReporting } from '../graphql/reporting.ts';
import { createTrpcContext, type RequestFacts } from './context.ts';
import { createCallerFactory } from './init.ts';
import { fieldsRead } from './known-fields.ts';
import { createProcedureLimits } from './procedure-limits.ts';
import { appRouter } from './root.ts';

/** Tests call faster than people, and more often. */
const ample = { count: 1_000_000, seconds: 60 };
const ampleRules = { person: ample, organization: ample, address: ample };

/**
 * The dependencies of the dashboard in tests, with a movable clock and recorded signals. It has the rights of the
 * dashboard's role; `seeding` has all of them.
 */
export async function testDeps(
  test: Pick<TestDatabase, 'database' | 'databaseAs'>,
  { rules = ampleRules, tokenRule = ample } = {},
) {
  const seeding = await testContext(test.database);
  const db = test.databaseAs('web');
  const base = { ...seeding, db };
  const webUrl = 'http://localhost:3000';
  const payPages: PayPages | undefined = createPayPages('https://pay.example', Buffer.alloc(32, 7).toString('base64'));
  const phoneHash: PhoneHash | undefined = createPhoneHash(Buffer.alloc(32, 9).toString('base64'));
  const judgeWebhookUrl = webhookUrlJudge(['localhost', '127.0.0.1']);
  const context = { ...base, judgeWebhookUrl, dashboardUrl: webUrl, payPages, phoneHash };
  const deps = {
    context,
    identity: createIdentity({
      secret: 'a secret of tests, long enough to be one',
      vaultKeys: generateVaultKey(),
      dashboardUrl: webUrl,
      limits: { kind: 'postgres', pool: db.pool },
    }),
    procedureLimits: createProcedureLimits(rules),
    reporting: createReporting({ db, clock: context.clock, log: context.log }, db, tokenRule),
    settings: {
      webUrl,
      publicBaseUrl: 'http://localhost:4000/functions/v1',
      sandboxUrl: 'http://localhost:4002',
      trustedProxies: [],
      authSecret: 'a secret of tests, long enough to be one',
      oidc: undefined,
    },
    log: pino({ level: 'silent' }),
    async close() {},
  } satisfies Deps;
  return { ...deps, seeding };
}

type TestDeps = Awaited<ReturnType<typeof testDeps>>;

/** Somebody who signed in that many minutes ago. */
export function signedIn(
  deps: TestDeps,
  { userId, email }: { userId: string; email: string },
  {
    minutesAgo = 0,
    sessionId = '00000000-0000-7000-8000-000000000000',
    signIn = { method: 'password', secondFactor: false },
  }: { minutesAgo?: number; sessionId?: string; signIn?: SignInProof } = {},
): Person {
  const authenticatedAt = new Date(deps.context.clock.now().getTime() - minutesAgo * 60_000);
  return { userId, email, name: null, sessionId, authenticatedAt, signIn };
}

const ownPage: RequestFacts = { requestId: 'test', isSameOrigin: true, headers: new Headers() };

/** The known fields that a procedure reads. */
export function fieldsFor(path: string, input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([name]) => fieldsRead(path)?.has(name) ?? true));
}

/** Calls procedures as a person, or as nobody: `callerOf(deps, signedIn(deps, shop.owner)).payments.list(…)`. */
export function callerOf(deps: Deps, person: Person | undefined, facts: Partial<RequestFacts> = {}) {
  const create = createCallerFactory(appRouter);
  return create(createTrpcContext({ ...ownPage, ...facts }, deps, async () => person));
}
