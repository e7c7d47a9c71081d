import type { ActorContext } from '@tillgate/domain';
import { registerC2bUrls } from '@tillgate/domain/c2b';
import type { WithWebhookUrlJudge } from '@tillgate/domain/endpoints';
import { createKeyUses } from '@tillgate/domain/keys';
import { sendMail } from '@tillgate/domain/mails';
import { refreshRollups } from '@tillgate/domain/rollups';
import { dayMs, dayOf } from './calendar.ts';
import { ask } from './inquiries.ts';
import { type Merchant, peopleOf, sandboxAccount } from './merchant.ts';
import { payOutAndBack } from './money-out.ts';
import { happen } from './payments.ts';
import { payStaff } from './payroll.ts';
import { historyDays, planPayments } from './plan.ts';
import { tokenOf } from './provider.ts';
import { leaveWaiting } from './waiting.ts';
import {
  createErpEndpoint,
  createShopEndpoint,
  deliver,
  type Endpoints,
  erpDaysAgo,
  erpGoneDaysAgo,
} from './webhooks.ts';
import { createWorld, inParallel, type World } from './world.ts';

/** Payments created in parallel: one per database connection. */
const lanes = 8;
const registeredDaysAgo = 58;
/** When the old system is disabled after its last response, and the length of the periods around then. */
const tenseFromDays = 4;
const tenseToDays = 6.5;
const tenseMs = 10 * 60_000;
const mailMs = 1_500;

type Context = ActorContext & WithWebhookUrlJudge;
type Given = { merchant: Merchant; now: Date; seed: number; perDay: number; receiverUrl: string };

/**
 * Creates two months of business with the product's own verbs, a clock set in the past, and a simulated provider and
 * webhook receivers in this process. It writes rows and sends nothing over the network.
 */
export async function makeHistory(ctx: Context, open: (sealed: string) => string, given: Given): Promise<void> {
  const { merchant, now, seed, perDay, receiverUrl } = given;
  const { initiatorName: name, initiatorPassword: password, ...keys } = sandboxAccount;
  const account = {
    rail: 'mpesa' as const,
    address: keys.shortcode,
    environment: 'sandbox' as const,
    tillNumber: null,
    initiator: { name, password },
    c2bVersion: null,
    ...keys,
  };
  const world = createWorld(ctx, open, { merchant, account, now, seed });
  const asDeveloper = (daysAgo: number) => {
    const at = new Date(now.getTime() - daysAgo * dayMs);
    return { ...ctx, clock: { now: () => at }, actor: `user:${merchant.people.developer.userId}` };
  };
  const { applicationId } = merchant;
  const endpoints: Endpoints = {
    shop: await createShopEndpoint(asDeveloper(historyDays), applicationId, receiverUrl),
    erp: undefined,
  };
  await registerOffline(world);
  for (const { payments, until } of segmentsOf(planPayments(seed, now, perDay), now)) {
    const daysAgo = (now.getTime() - until.getTime()) / dayMs;
    if (endpoints.erp === undefined && daysAgo < erpDaysAgo) {
      endpoints.erp = await createErpEndpoint(asDeveloper(erpDaysAgo), applicationId);
    }
    await inParallel(payments, lanes, (planned) => happen(world, planned));
    await deliver(world, endpoints, until);
  }
  await payOutAndBack(world);
  await payStaff(world);
  await ask(world);
  await leaveWaiting(world);
  await deliver(world, endpoints, now);
  await bringUpToDate(ctx, world);
}

type Segment<T> = { payments: T[]; until: Date };

/**
 * Splits the history into periods. The payments of a period run in parallel, then their webhooks are sent. Periods are
 * days, but shorter around the time when an endpoint is disabled, so that later payments are not queued for it.
 */
function segmentsOf<T extends { at: Date }>(list: T[], now: Date): Segment<T>[] {
  const segments = new Map<number, Segment<T>>();
  for (const each of list) {
    const daysAgo = (now.getTime() - each.at.getTime()) / dayMs;
    const isTense = daysAgo < erpGoneDaysAgo - tenseFromDays && daysAgo > erpGoneDaysAgo - tenseToDays;
    const lengthMs = isTense ? tenseMs : dayMs;
    const from = dayOf(each.at).getTime();
    const begin = from + Math.floor((each.at.getTime() - from) / lengthMs) * lengthMs;
    const segment = segments.get(begin) ?? { payments: [], until: new Date(Math.min(begin + lengthMs, now.getTime())) };
    segment.payments.push(each);
    segments.set(begin, segment);
  }
  return [...segments.values()];
}

async function registerOffline(world: World): Promise<void> {
  const { merchant, now } = world;
  const at = new Date(now.getTime() - registeredDaysAgo * dayMs);
  const registered = (confirmationUrl: string) => {
    merchant.hookToken = tokenOf(confirmationUrl);
  };
  await registerC2bUrls(world.at(at, `user:${merchant.people.owner.userId}`, { registered }));
}

/** Writes what processes record besides their work: the request log, key use and home page counts. */
async function bringUpToDate(ctx: Context, world: World): Promise<void> {
  const { merchant } = world;
  await sendMails(world);
  await merchant.requests.close();
  const uses = createKeyUses(ctx);
  uses.note(merchant.keyId);
  await uses.close();
  while (!(await refreshRollups(ctx)).current);
}

/** Marks the emails of the history as sent long ago. */
async function sendMails({ db, merchant, at, open }: World): Promise<void> {
  const to = peopleOf(merchant).map(({ email }) => email);
  const mails = await db.prisma.mail.findMany({ where: { status: 'due', to: { in: to } } });
  for (const { id: mailId, createdAt } of mails) {
    const moment = at(new Date(createdAt.getTime() + mailMs), 'system');
    await sendMail({ ...moment, open, mailer: async () => ({ kind: 'sent' }) }, { mailId });
  }
}
