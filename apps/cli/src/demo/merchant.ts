import type { ActorContext } from '@tillgate/domain';
import {
  createApplication,
  type OtherRail,
  otherRails,
  setProviderCredentials,
  setRailAccount,
} from '@tillgate/domain/applications';
import { audit } from '@tillgate/domain/audit';
import { createKey } from '@tillgate/domain/keys';
import { addMember } from '@tillgate/domain/members';
import { createOrganization } from '@tillgate/domain/organizations';
import { createRequestLog, type RequestLog } from '@tillgate/domain/requests';
import { createUser } from '@tillgate/domain/users';
import { unfinishedName } from './unfinished.ts';

export type Role = 'owner' | 'admin' | 'finance' | 'developer' | 'support';
export type Person = { userId: string; email: string; role: Role };

/** The demo merchant, with what the history needs. */
export type Merchant = {
  organizationId: string;
  applicationId: string;
  people: Record<Role, Person>;
  /** A second member of support; undefined without a history. */
  assistant: Person | undefined;
  keyId: string;
  key: string;
  /** The key as an actor. */
  keyActor: string;
  requests: RequestLog;
  /** Empty until C2B addresses are registered. */
  hookToken: string;
  /** Balances of the shortcode's accounts, in whole KES. */
  balance: { working: number; utility: number };
};

const names: Record<Role, { email: string; name: string }> = {
  owner: { email: 'demo@tillgate.test', name: 'Wanjiku Kamau' },
  admin: { email: 'admin@tillgate.test', name: 'Wafula Barasa' },
  finance: { email: 'finance@tillgate.test', name: 'Otieno Odhiambo' },
  developer: { email: 'developer@tillgate.test', name: 'Achieng Atieno' },
  support: { email: 'support@tillgate.test', name: 'Baraka Mwangi' },
};
const roles = ['owner', 'admin', 'finance', 'developer', 'support'] as const;
/** Whom the history promotes. */
const assistant = { email: 'assistant@tillgate.test', name: 'Njeri Wairimu' };
/** The usual addresses of everybody in the demo. */
export const usualEmails = [...Object.values(names), assistant].map(({ email }) => email);

/** The public sandbox shortcode and passkey, shared by all developers. They are not secret. */
export const sandboxAccount = {
  product: 'paybill',
  shortcode: '174379',
  consumerKey: 'demo-consumer-key',
  consumerSecret: 'demo-consumer-secret',
  passkey: 'bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919',
  initiatorName: 'testapi',
  initiatorPassword: 'Demo123',
} as const;

/** Accounts of the demo at further networks, as their simulators take them. Without what payouts need. */
const otherAccounts: Record<OtherRail, { number: string; secrets: Record<string, string> }> = {
  airtel: {
    number: '450123',
    secrets: { clientId: 'demo-client', clientSecret: 'demo-client-secret', callbackKey: 'demo-callback-key' },
  },
};

/** Where the notices of an account go, for the portal of its network. */
export type DemoPortal = { rail: OtherRail; clientId: string; callbackKey: string; hookToken: string };

/** Gives the demo an account at each further network. */
export async function addOtherAccounts(ctx: ActorContext, applicationId: string): Promise<DemoPortal[]> {
  const portals: DemoPortal[] = [];
  for (const rail of otherRails) {
    const { number, secrets } = otherAccounts[rail];
    const account = { applicationId, environment: 'sandbox', rail, number, secrets } as const;
    const { accountId } = await setRailAccount(ctx, account);
    const { hookToken } = await ctx.db.prisma.railAccount.findUniqueOrThrow({ where: { id: accountId } });
    const { clientId = '', callbackKey = '' } = secrets;
    if (hookToken !== null) portals.push({ rail, clientId, callbackKey, hookToken });
  }
  return portals;
}

/** Everybody who can sign in. */
export function peopleOf({ people, assistant: second }: Merchant): Person[] {
  return [...Object.values(people), ...(second ? [second] : [])];
}

/** Creates the people, application, credentials and key of a merchant whose sandbox works with the simulator. */
export async function createMerchant(
  ctx: ActorContext,
  given: { password: string; emails: string },
): Promise<Merchant> {
  const people = {} as Record<Role, Person>;
  for (const role of roles) people[role] = { ...(await createPerson(ctx, names[role], given)), role };
  const { userId: ownerUserId } = people.owner;
  const { organizationId } = await createOrganization(ctx, { name: unfinishedName, ownerUserId });
  const { applicationId } = await createApplication(ctx, { name: 'Demo Shop', organizationId });
  for (const role of roles) {
    if (role !== 'owner') await addMember(ctx, { organizationId, userId: people[role].userId, role });
  }
  const environment = 'sandbox';
  const asOwner = { ...ctx, actor: `user:${people.owner.userId}` };
  await setProviderCredentials(asOwner, { applicationId, environment, ...sandboxAccount });
  const { key, keyId } = await createKey(asOwner, { applicationId, environment, name: 'Demo Shop backend' });
  return {
    organizationId,
    applicationId,
    people,
    assistant: undefined,
    keyId,
    key,
    keyActor: `key:${keyId}`,
    requests: createRequestLog(ctx),
    hookToken: '',
    balance: { working: 184_300, utility: 1_250_000 },
  };
}

async function createPerson(
  ctx: ActorContext,
  { email: usual, name }: { email: string; name: string },
  { password, emails }: { password: string; emails: string },
): Promise<{ userId: string; email: string }> {
  const email = usual.replace('@', `${emails}@`);
  const { userId } = await createUser(ctx, { email, password, name });
  return { userId, email };
}

/** Adds a second member of support. */
export async function addAssistant(
  ctx: ActorContext,
  { organizationId }: Merchant,
  given: { password: string; emails: string },
): Promise<Person> {
  const role = 'support' as const;
  const person = { ...(await createPerson(ctx, assistant, given)), role };
  await addMember(ctx, { organizationId, userId: person.userId, role });
  return person;
}

/** The last step: gives the organization its final name, which marks the demo merchant as complete. */
export async function finishMerchant(ctx: ActorContext, { organizationId: id }: Merchant): Promise<void> {
  const name = 'Demo Shop';
  await ctx.db.prisma.$transaction(async (tx) => {
    await tx.organization.update({ where: { id }, data: { name } });
    const at = ctx.clock.now();
    await audit(tx, {
      actor: ctx.actor,
      action: 'organization.renamed',
      subjectId: id,
      organizationId: id,
      detail: { name },
      at,
    });
  });
}
