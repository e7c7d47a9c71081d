import type { Queryable } from '@tillgate/db';
import type { Context } from '../kernel/context.ts';
import { dayMs, later } from '../kernel/time.ts';
import {
  linkEndedEvent,
  lockLinkOfCredit,
  referenceKeyOf,
  storeCredit,
  storeEnd,
  storeReversal,
} from '../links/index.ts';
import { signalWaiting } from '../signals/signal-waiting.ts';
import { decideCredit, decideReversal } from './credit.ts';
import { linkPaidEvent } from './link-paid-event.ts';
import { type DuePayment, findLinkOfReference, forgetDue, lockDue } from './statements.ts';

const batchMax = 100;
/** An offline payment counts towards a link that ended so long ago. */
const endedDaysMax = 30;

/**
 * Counts successes towards their links, and takes off what went back, until nothing is due. A payment is credited at most
 * once. The credit, the link, its events and what a person has to look at are one commit. Several workers may drain at once.
 * @returns how many payments were credited
 */
export async function drainCredits(ctx: Context): Promise<number> {
  let credited = 0;
  for (;;) {
    const batch = await ctx.db.transaction(async (db) => {
      const due = await lockDue(db, batchMax);
      let count = 0;
      const placed: { payment: DuePayment; linkId: string | undefined }[] = [];
      for (const payment of due) placed.push({ payment, linkId: await linkOf(ctx, db, payment) });
      // In the order of links, so that two workers never wait for each other.
      placed.sort((a, b) => ((a.linkId ?? '') < (b.linkId ?? '') ? -1 : 1));
      for (const { payment, linkId } of placed) {
        if (linkId === undefined) continue;
        if (payment.creditedLinkId === null && (await credit(ctx, db, { payment, linkId }))) count += 1;
        await reverse(ctx, db, { payment, linkId });
      }
      await forgetDue(
        db,
        due.map(({ paymentId }) => paymentId),
      );
      return { taken: due.length, credited: count };
    });
    credited += batch.credited;
    if (batch.credited > 0) await signalWaiting(ctx, 'deliveries.waiting');
    if (batch.taken < batchMax) return credited;
  }
}

/** The link that a payment counts towards: by its attempt or, offline, by its reference. */
async function linkOf(ctx: Context, db: Queryable, payment: DuePayment): Promise<string | undefined> {
  if (payment.creditedLinkId !== null) return payment.creditedLinkId;
  if (payment.isSameMoney) return undefined;
  if (payment.source === 'stk') return payment.linkId ?? undefined;
  return findLinkOfReference(db, payment, {
    referenceKey: referenceKeyOf(payment.accountRef),
    endedSince: later(ctx.clock.now(), -endedDaysMax * dayMs),
  });
}

async function credit(
  ctx: Context,
  db: Queryable,
  { payment, linkId }: { payment: DuePayment; linkId: string },
): Promise<boolean> {
  const link = await lockLinkOfCredit(db, linkId);
  if (!link) return false;
  const at = ctx.clock.now();
  const { paymentId, attemptId, amount } = payment;
  const { to, reviews } = decideCredit(link, amount);
  const detail = { linkId, title: link.title, asked: link.amount, paid: link.paidAmount + amount };
  const isNew = await storeCredit(db, {
    ...{ linkId, paymentId, attemptId, amount, at, isPaid: to === 'paid' },
    event: linkPaidEvent(linkId, payment),
    reviews: reviews.map((reason) => ({ reason, detail })),
  });
  if (isNew && to === 'ended') {
    const event = linkEndedEvent(link, { endedBy: 'limit', at });
    await storeEnd(db, linkId, { endedBy: 'limit', at, event, audit: null });
  }
  return isNew;
}

/** Takes off a credit what does not count any more. */
async function reverse(
  ctx: Context,
  db: Queryable,
  { payment, linkId }: { payment: DuePayment; linkId: string },
): Promise<void> {
  const { paymentId, amount, reversedAmount } = payment;
  if (payment.refunded === 0 && !payment.isSameMoney) return;
  const link = await lockLinkOfCredit(db, linkId);
  const decided = link && decideReversal(link, { amount, reversedAmount }, payment);
  if (!decided) return;
  const detail = { linkId, title: link.title, asked: link.amount, refunded: payment.refunded };
  await storeReversal(db, {
    ...{ paymentId, back: decided.back, at: ctx.clock.now() },
    reviews: decided.reviews.map((reason) => ({ reason, detail })),
  });
}
