import { randomBytes } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { Environment, Role } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import {
  createApplication,
  getProviderAccount,
  type SetProviderCredentialsInput,
  setProviderCredentials,
} from '../applications/index.ts';
import { scopes } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { type CreateKeyInput, createKey } from '../keys/index.ts';
import { addMember } from '../members/index.ts';
import type { ProviderAccount } from '../ports/provider.ts';
import { writeUser } from '../users/insert-user.ts';
import type { TestContext } from './test-context.ts';

type Person = { userId: string; email: string; password: string };
/** A seeded key has every scope, in production too, unless the test chooses. */
type GivenKey = Partial<Pick<CreateKeyInput, 'name' | 'expiresAt' | 'scopes' | 'allowedIps'>>;
type GivenCredentials = Partial<Omit<SetProviderCredentialsInput, 'applicationId' | 'environment'>>;

/** What was minted, and ways to act as it. */
export type SeededMerchant = {
  owner: Person;
  members: (Person & { role: Role })[];
  organizationId: string;
  applicationId: string;
  /** The key of an environment; throws when none was asked for. */
  key(environment?: Environment): { keyId: string; key: string };
  /** The merchant's own context. */
  as(environment?: Environment): TenantContext & TestContext;
  providerAccount(environment?: Environment): Promise<ProviderAccount>;
};

type ApplicationSeed = {
  credentials(environment: Environment, given?: GivenCredentials): ApplicationSeed;
  key(environment: Environment, given?: GivenKey): ApplicationSeed;
  member(role: Role): ApplicationSeed;
  /** Writes all of it, with the verbs that operators use. */
  mint(): Promise<SeededMerchant>;
};

type OwnerSeed = { application(given?: { name?: string }): ApplicationSeed };

/**
 * Mints a merchant that no other test knows, as a sentence:
 * `await seed(ctx).owner().application().credentials('sandbox').key('sandbox').mint()`.
 */
export function seed(ctx: TestContext): { owner(given?: { email?: string; name?: string }): OwnerSeed } {
  return {
    owner: (person = {}) => ({
      application: (application = {}) =>
        applicationSeed(ctx, { person, application, credentials: [], keys: [], roles: [] }),
    }),
  };
}

type SeedRequest = {
  person: { email?: string; name?: string };
  application: { name?: string };
  credentials: { environment: Environment; given: GivenCredentials }[];
  keys: ({ environment: Environment } & GivenKey)[];
  roles: Role[];
};

function applicationSeed(ctx: TestContext, request: SeedRequest): ApplicationSeed {
  const also = (more: Partial<SeedRequest>) => applicationSeed(ctx, { ...request, ...more });
  return {
    credentials: (environment, given = {}) => also({ credentials: [...request.credentials, { environment, given }] }),
    key: (environment, given = {}) => also({ keys: [...request.keys, { environment, ...given }] }),
    member: (role) => also({ roles: [...request.roles, role] }),
    mint: () => mint(ctx, request),
  };
}

const unique = () => randomBytes(6).toString('hex');

/** The password of all seeded people. Its hash is quick to check: users.test.ts holds the cost that people get. */
const password = `password ${unique()}`;
let passwordHash: Promise<string> | undefined;

/** A person whom no other test knows. */
export async function mintPerson(ctx: TestContext, given: SeedRequest['person'] = {}): Promise<Person> {
  const email = given.email ?? `${unique()}@shop.example`;
  const userId = uuidv7();
  passwordHash ??= hash(password, { memoryCost: 64, timeCost: 1, parallelism: 1 });
  const user = { userId, email, name: given.name ?? null, passwordHash: await passwordHash, at: ctx.clock.now() };
  await ctx.db.prisma.$transaction((tx) => writeUser(tx, ctx.actor, user));
  return { userId, email, password };
}

async function mint(ctx: TestContext, request: SeedRequest): Promise<SeededMerchant> {
  const owner = await mintPerson(ctx, request.person);
  const name = request.application.name ?? `Shop ${unique()}`;
  const { applicationId, organizationId } = await createApplication(ctx, { name, ownerEmail: owner.email });
  for (const { environment, given } of request.credentials) {
    await setProviderCredentials(ctx, { applicationId, environment, ...defaultCredentials(given), ...given });
  }
  const keys = new Map<Environment, { keyId: string; key: string }>();
  for (const { environment, ...given } of request.keys) {
    const made = { name: 'test', scopes: [...scopes], ...given };
    keys.set(environment, await createKey(ctx, { applicationId, environment, ...made }));
  }
  const members: SeededMerchant['members'] = [];
  for (const role of request.roles) {
    const person = await mintPerson(ctx);
    await addMember(ctx, { organizationId, userId: person.userId, role });
    members.push({ ...person, role });
  }
  return {
    owner,
    members,
    organizationId,
    applicationId,
    key(environment = 'sandbox') {
      const key = keys.get(environment);
      if (!key) throw new Error(`no ${environment} key was seeded`);
      return key;
    },
    as: (environment = 'sandbox') => ({
      ...ctx,
      tenant: { applicationId, environment },
      actor: `key:${keys.get(environment)?.keyId ?? 'seeded'}`,
    }),
    providerAccount: (environment = 'sandbox') => getProviderAccount(ctx, { applicationId, environment }),
  };
}

/** Secrets that no other merchant has, so that a leak shows whose it is. */
function defaultCredentials(given: GivenCredentials) {
  return {
    product: given.product ?? ('paybill' as const),
    shortcode: '174379',
    ...(given.product === 'till' ? { tillNumber: '5123456' } : {}),
    consumerKey: `consumer-key-${unique()}`,
    consumerSecret: `consumer-secret-${unique()}`,
    passkey: `passkey-${unique()}`,
  };
}
