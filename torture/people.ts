import { setTimeout as pause } from 'node:timers/promises';
import { DomainError, type TenantContext } from '@tillgate/domain';
import { approveOrder, getOwnOrder, rejectOrder, requestOrder } from '@tillgate/domain/orders';
import { count } from './count.ts';
import { type Dice, pick } from './dice.ts';
import { payeeOf, type Shop } from './world.ts';

/** What becomes of an order that waits for a second person. Nobody decides about the others. */
const decisions = { approve: 0.55, 'approve twice': 0.15, reject: 0.1, 'approve and reject': 0.15 };
const boldShare = 0.3;
const pauseMs = 150;
const triesMax = 6;
/** How often the asker looks whether an order was carried out. */
const looksMax = 20;

type Office = {
  dice: Dice;
  /** Gets the reference of what may still move. */
  inFlight: Map<string, string>;
  statuses: Map<string, number>;
  isOver(): boolean;
};

/** People who ask for payouts in the dashboard, and others who let them go. */
export function startPeople({ dice, inFlight, statuses, isOver }: Office): {
  /** Payout number `n` of the run. Resolves when it is executed or rejected, or when its asker gives up looking. */
  payOut(n: number, shop: Shop): Promise<void>;
} {
  /** Repeats until the database answers. Undefined: the product refused, or the database stayed away. */
  async function persist<T>(act: () => Promise<T>): Promise<T | undefined> {
    for (let tries = 1; tries <= triesMax; tries += 1) {
      try {
        return await act();
      } catch (error) {
        if (error instanceof DomainError) {
          count(statuses, `order ${error.code}`);
          return undefined;
        }
        await pause(pauseMs * tries);
      }
    }
    count(statuses, 'order cut');
    return undefined;
  }

  /** Whoever asked tries to approve, too, with the rights of an approver. */
  async function decide(n: number, orderId: string, { asker, approvers: [first, second] }: Shop): Promise<void> {
    const decision = pick(decisions, dice.roll('decision', n));
    const act = (who: TenantContext, verb: typeof approveOrder) => persist(() => verb(who, { orderId, note: null }));
    const isBold = dice.roll('asker approves', n) < boldShare;
    await Promise.all([
      ...(isBold ? [act({ ...asker, authority: first.authority }, approveOrder)] : []),
      ...(decision?.startsWith('approve') ? [act(first, approveOrder)] : []),
      ...(decision === 'approve twice' ? [act(first, approveOrder), act(second, approveOrder)] : []),
      ...(decision?.endsWith('reject') ? [act(second, rejectOrder)] : []),
    ]);
  }

  return {
    async payOut(n, shop) {
      const reference = `O${n}`;
      inFlight.set(reference, reference);
      const input = { amount: 1 + ((n * 7) % 1_000), phone: payeeOf(n), remarks: reference };
      const ask = () => requestOrder(shop.asker, { kind: 'payout', input, reason: null, requestKey: `form-no-${n}` });
      // A double click.
      const [made, again] = await Promise.all([persist(ask), persist(ask)]);
      const order = made ?? again;
      if (order === undefined) return;
      if (order.status === 'awaiting_approval') await decide(n, order.orderId, shop);
      for (let looks = 1; looks <= looksMax && !isOver(); looks += 1) {
        const found = await persist(() => getOwnOrder(shop.asker, order.orderId));
        // Nothing will be asked of the provider any more.
        if (found?.status === 'executed' || found?.status === 'rejected') {
          inFlight.delete(reference);
          return;
        }
        await pause(pauseMs);
      }
    },
  };
}
