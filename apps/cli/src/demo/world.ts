import type { Database } from '@tillgate/db';
import {
  type ActorContext,
  operator,
  type ProviderAccount,
  type Seal,
  type Signal,
  type TenantContext,
  type WithProvider,
} from '@tillgate/domain';
import { askAboutReceipt } from '@tillgate/domain/c2b';
import { applyCallback } from '@tillgate/domain/callbacks';
import type { WithWebhookUrlJudge } from '@tillgate/domain/endpoints';
import { noGuard } from '@tillgate/domain/guards';
import { createTurns, type WithTurns } from '@tillgate/domain/idempotency';
import { noSpool, receiveCallback, type WithInbox } from '@tillgate/domain/inbox';
import { executeOrder } from '@tillgate/domain/orders';
import type { WithPhoneLimit } from '@tillgate/domain/payments';
import type { WithPace } from '@tillgate/domain/sending';
import type { Merchant } from './merchant.ts';
import { historyProvider, type Says } from './provider.ts';
import { createRandom, type Random } from './random.ts';

/** A context at a time in the past, with a clock that a step advances. */
export type Moment = TenantContext &
  WithInbox &
  WithProvider &
  WithTurns &
  WithPhoneLimit &
  WithPace & {
    clock: { now(): Date; moveTo(time: Date): void; advanceMs(ms: number): void };
    /** Published signals of the step that are not handled yet. */
    published: Signal[];
  };

/** An attempt of a delivery that waits for its time. */
export type Post = { deliveryId: string; endpointId: string; at: Date };

/** Everything that the history needs. */
export type World = {
  now: Date;
  /** Work that runs side by side draws from a branch of its own, so that its order changes nothing. */
  random: Random;
  merchant: Merchant;
  account: ProviderAccount;
  /** Attempts that wait, by their delivery. */
  due: Map<string, Post>;
  /** Creates a step of the history: the actor, the time and the provider's response. */
  at(time: Date, actor: string, says?: Says): Moment;
  open(sealed: string): string;
  db: Database;
};

const callbackBaseUrl = 'http://localhost/functions/v1';
const plenty = { allowed: true, limit: 5, remaining: 5, windowSeconds: 60, resetSeconds: 60 };

/** A seal that remembers its secrets, so that the history can open them without a private key. */
export function rememberingSeal<T extends ActorContext>(ctx: T): { ctx: T; open(sealed: string): string } {
  const plain = new Map<string, string>();
  const seal: Seal = (text, place) => {
    const sealed = ctx.seal(text, place);
    plain.set(sealed, text);
    return sealed;
  };
  const open = (sealed: string) => {
    const text = plain.get(sealed);
    if (text === undefined) throw new Error('this secret was not sealed by the history');
    return text;
  };
  return { ctx: { ...ctx, seal }, open };
}

export function createWorld(
  ctx: ActorContext & WithWebhookUrlJudge,
  open: (sealed: string) => string,
  given: { merchant: Merchant; account: ProviderAccount; now: Date; seed: number },
): World {
  const { merchant, account, now, seed } = given;
  return {
    now,
    random: createRandom(seed),
    merchant,
    account,
    due: new Map(),
    open,
    db: ctx.db,
    at(time, actor, says = {}) {
      let nowMs = time.getTime();
      const published: Signal[] = [];
      const clock = {
        now: () => new Date(nowMs),
        moveTo: (to: Date) => {
          nowMs = to.getTime();
        },
        advanceMs: (ms: number) => {
          nowMs += ms;
        },
      };
      return {
        ...ctx,
        actor,
        authority: operator,
        tenant: { applicationId: merchant.applicationId, environment: 'sandbox' },
        clock,
        published,
        publish: async (events) => {
          for (const event of events) {
            if (event.name !== 'delivery.due') published.push(event);
          }
        },
        provider: historyProvider(says),
        accounts: async () => [account],
        callbackBaseUrl,
        isProviderAddress: () => true,
        spool: noSpool,
        turns: createTurns(),
        pace: async () => {},
        phoneLimit: { consume: async () => plenty, refund: async () => {} },
        guard: noGuard,
        queryBudget: { consume: async () => plenty, refund: async () => {} },
      };
    },
  };
}

/** Stores and applies a message that the provider posts. */
export async function post(
  moment: Moment,
  callback: { kind: Parameters<typeof receiveCallback>[1]['kind']; token: string; body: Buffer },
): Promise<void> {
  await receiveCallback(moment, { ...callback, remoteIp: '196.201.214.200' });
  // Only callbacks of this moment, because other moments have their own clocks.
  const where = { retryAt: moment.clock.now(), kind: callback.kind, body: Uint8Array.from(callback.body) };
  const received = await moment.db.prisma.providerCallback.findMany({ where, select: { id: true } });
  for (const { id } of received) await applyCallback(moment, id);
  await workOff(moment);
}

/** Handles published signals as the worker does. */
export async function workOff(moment: Moment): Promise<void> {
  for (let event = moment.published.shift(); event; event = moment.published.shift()) {
    if (event.name === 'order.approved') await executeOrder(moment, event.data);
    if (event.name === 'confirmation.question_due') await askAboutReceipt(moment, event.data);
  }
}

/** Runs independent steps, a limited number at a time. */
export async function inParallel<T>(list: readonly T[], lanes: number, run: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (let item = list[next++]; item !== undefined; item = list[next++]) await run(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
