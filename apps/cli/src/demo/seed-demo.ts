import { randomBytes } from 'node:crypto';
import type { ActorContext } from '@tillgate/domain';
import type { WithWebhookUrlJudge } from '@tillgate/domain/endpoints';
import { dayMs } from './calendar.ts';
import { makeHistory } from './history.ts';
import {
  addAssistant,
  addOtherAccounts,
  createMerchant,
  type DemoPortal,
  finishMerchant,
  peopleOf,
  type Role,
  usualEmails,
} from './merchant.ts';
import { historyDays, perDayAverage } from './plan.ts';
import { removeUnfinished } from './unfinished.ts';
import { createShopEndpoint } from './webhooks.ts';
import { rememberingSeal } from './world.ts';

type Demo = {
  applicationId: string;
  /** The sandbox API key. */
  key: string;
  /** The people who can sign in. All use the same password. */
  people: { email: string; role: Role }[];
  password: string;
  /** What the simulated portals have to know. */
  portals: DemoPortal[];
};

type DemoOptions = {
  /** Whether to create two months of business. */
  history: boolean;
  /** Payments of an average day of the history. */
  perDay?: number;
  /** Address that receives the shop's webhooks. */
  receiverUrl: string;
  /** The same seed repeats the same history. */
  seed?: number;
};

const seedDefault = 20_260_101;

/**
 * Creates a demo merchant whose sandbox works with the simulator. The password is new each time. First removes the
 * remains of an interrupted attempt.
 */
export async function seedDemo(operator: ActorContext & WithWebhookUrlJudge, options: DemoOptions): Promise<Demo> {
  const { ctx, open } = rememberingSeal(operator);
  await removeUnfinished(ctx.db);
  const now = ctx.clock.now();
  const beganAt = options.history ? new Date(now.getTime() - historyDays * dayMs) : now;
  const password = randomBytes(12).toString('base64url');
  const emails = await freeSuffix(ctx);
  const atFirst = { ...ctx, clock: { now: () => beganAt } };
  const merchant = await createMerchant(atFirst, { password, emails });
  if (options.history) {
    merchant.assistant = await addAssistant(atFirst, merchant, { password, emails });
    await makeHistory(ctx, open, {
      merchant,
      now,
      seed: options.seed ?? seedDefault,
      perDay: options.perDay ?? perDayAverage,
      receiverUrl: options.receiverUrl,
    });
  } else {
    await createShopEndpoint(
      { ...ctx, actor: `user:${merchant.people.developer.userId}` },
      merchant.applicationId,
      options.receiverUrl,
    );
  }
  const { applicationId, key } = merchant;
  // Today: the history is of the time with one network.
  const asOwner = { ...ctx, actor: `user:${merchant.people.owner.userId}` };
  const portals = await addOtherAccounts(asOwner, applicationId);
  await finishMerchant(ctx, merchant);
  const people = peopleOf(merchant).map(({ email, role }) => ({ email, role }));
  return { applicationId, key, people, password, portals };
}

/** The usual addresses may already be in use. */
async function freeSuffix(ctx: ActorContext): Promise<string> {
  const taken = await ctx.db.prisma.user.count({
    where: { email: { in: usualEmails } },
  });
  return taken === 0 ? '' : `-${randomBytes(4).toString('hex')}`;
}
