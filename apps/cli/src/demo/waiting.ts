import { DomainError } from '@tillgate/domain';
import { registerC2bUrls } from '@tillgate/domain/c2b';
import { sweepReviews } from '@tillgate/domain/desk';
import { receiveCallback } from '@tillgate/domain/inbox';
import { changeMemberRole } from '@tillgate/domain/members';
import { askForKey, setPolicy } from '@tillgate/domain/orders';
import { dayMs } from './calendar.ts';
import { holdConfirmation } from './held.ts';
import { policy } from './plan.ts';
import { tokenOf } from './provider.ts';
import { offlineConfirmation } from './wire.ts';
import type { Moment, World } from './world.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;
const preparedDaysAgo = 9;
const sweptMinutesAgo = 2;

/**
 * Addresses that post to the hook of production and are not the provider's. They are of ranges that are kept for
 * documentation.
 */
const strangers = [
  { address: '203.0.113.77', posts: 14, hours: 7 },
  { address: '198.51.100.23', posts: 1, hours: 3 },
];

/**
 * Leaves orders and reviews that wait for people. Production has no credentials, so nothing can be sent there: only its
 * hook, its policy and a key are prepared.
 */
export async function leaveWaiting(world: World): Promise<void> {
  await holdConfirmation(world);
  const token = await prepareProduction(world);
  await refuseStrangers(world, token);
  await promote(world);
  await askForMoneyKey(world);
  await sweepReviews(world.at(ago(world, sweptMinutesAgo * minuteMs), 'system'));
}

const ago = ({ now }: World, ms: number) => new Date(now.getTime() - ms);

/** A step of the history in production. */
function inProduction(world: World, moment: Moment): Moment {
  const environment = 'production' as const;
  return {
    ...moment,
    tenant: { ...moment.tenant, environment },
    accounts: async () => [{ ...world.account, environment }],
  };
}

/** Registers the hook of production and sets its policy. Returns the token of the hook. */
async function prepareProduction(world: World): Promise<string> {
  let token = '';
  const registered = (confirmationUrl: string) => {
    token = tokenOf(confirmationUrl);
  };
  const owner = `user:${world.merchant.people.owner.userId}`;
  const moment = inProduction(world, world.at(ago(world, preparedDaysAgo * dayMs), owner, { registered }));
  await registerC2bUrls(moment);
  const { payoutFrom, reversalFrom } = policy;
  await setPolicy(moment, { payoutFrom, reversalFrom });
  return token;
}

/** Posts to the hook of production from addresses that are not the provider's. */
async function refuseStrangers(world: World, token: string): Promise<void> {
  for (const { address: remoteIp, posts, hours } of strangers) {
    for (let each = 0; each < posts; each += 1) {
      const at = new Date(ago(world, hours * hourMs).getTime() + each * minuteMs);
      const payment = { receipt: 'TESTTEST00', at, amount: 100, cents: 0, reference: 'test', phone: '254700000000' };
      const body = offlineConfirmation({ ...payment, shortcode: world.account.shortcode });
      const moment = { ...inProduction(world, world.at(at, 'system')), isProviderAddress: () => false };
      await receiveCallback(moment, { kind: 'c2b_confirmation', token, body, remoteIp }).catch(ignoreUnknown);
    }
  }
}

/** A stranger learns only that there is no such hook. */
function ignoreUnknown(error: unknown): void {
  if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
}

/** The admin makes a member of support one of finance. Somebody else has to confirm that, or a day passes. */
async function promote(world: World): Promise<void> {
  const { merchant } = world;
  const { people, assistant, organizationId } = merchant;
  if (!assistant) throw new Error('the demo merchant has nobody to promote');
  const { userId } = people.admin;
  const moment = world.at(ago(world, 3 * hourMs), `user:${userId}`);
  const person = { userId, sessionId: crypto.randomUUID() };
  await changeMemberRole({ ...moment, person }, { organizationId, userId: assistant.userId, role: 'finance' });
  merchant.assistant = { ...assistant, role: 'finance' };
}

/** The admin makes a key of production that pays out. It waits for somebody else. */
async function askForMoneyKey(world: World): Promise<void> {
  const moment = world.at(ago(world, 90 * minuteMs), `user:${world.merchant.people.admin.userId}`);
  const { isHeld } = await askForKey(inProduction(world, moment), { name: 'Payroll', scopes: ['read', 'payout'] });
  if (!isHeld) throw new Error('the key of production does not wait');
}
