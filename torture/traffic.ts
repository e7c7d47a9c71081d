import { setTimeout as pause } from 'node:timers/promises';
import { call } from '../e2e/support/client.ts';
import { count } from './count.ts';
import { type Dice, pick } from './dice.ts';
import type { Answer, Money } from './facts.ts';
import { startPayers } from './payers.ts';
import { startPeople } from './people.ts';
import { collectThere, unpaidPhones as unpaidThere } from './second-network.ts';
import { payeeOf, type Shop, type World } from './world.ts';

/** `second`: a prompt of the second network. */
const shares = { payout: 0.15, refund: 0.08, offline: 0.1, order: 0.08, link: 0.08, second: 0.12 };
/** Prompts that the customer does not pay, in so many cases. */
const unpaidShare = 0.15;
const unpaidPhones = ['254700070001', '254700071032', '254700071037', '254700072001', '254700071019'];
const failedPayoutShare = 0.08;
const twinsShare = 0.1;
const clientCutShare = 0.04;
const pauseMs = 150;
/** A killed request holds its key for 90 seconds: then the client asks again at the end. */
const triesMax = 6;
/** The admin pages of the simulated provider are not longer. */
const perKindMax = 4_900;

export type Traffic = {
  answers: Answer[];
  /** The references of the keys that wait for a final answer. */
  inFlight: ReadonlyMap<string, string>;
  /** How many of each kind were begun. */
  counts: Map<string, number>;
  /** Answers by status and code. */
  statuses: Map<string, number>;
  /** Begins nothing new and waits for what is under way. */
  stop(): Promise<void>;
};

type Ask = { kind: Money; key: string; reference: string; path: string; body: object; shop: Shop };
type Reply = { status: number; code: string; id: string | null };

/** What client number `n` of the run asks for. */
function askOf(n: number, kind: 'payment' | 'payout' | 'second', shop: Shop, dice: Dice): Ask {
  const amount = 1 + (n % 1_000);
  if (kind === 'payout') {
    const phone = payeeOf(n);
    const isFailing = dice.roll('payout fails', n) < failedPayoutShare;
    const body = { amount, phone, remarks: `W${n}`, ...(isFailing && { occasion: 'magic:insufficient-funds' }) };
    return { kind, key: `wages ${n}`, reference: `W${n}`, path: '/payout', body, shop };
  }
  const isUnpaid = dice.roll('unpaid', n) < unpaidShare;
  const among = kind === 'second' ? unpaidThere : unpaidPhones;
  const unpaid = among[dice.between(0, among.length - 1, 'unpaid phone', n)];
  if (kind === 'second') {
    const there = collectThere(n);
    const body = { amount, ...there, phone: (isUnpaid && unpaid) || there.phone };
    return { kind: 'payment', key: `order ${n}`, reference: there.accountReference, path: '/collect', body, shop };
  }
  const phone = `2547121${String(n % 100_000).padStart(5, '0')}`;
  const body = { amount, phone: (isUnpaid && unpaid) || phone, accountReference: `P${n}` };
  return { kind, key: `order ${n}`, reference: `P${n}`, path: '/collect', body, shop };
}

const isFinal = ({ status, code }: Reply) => status !== 503 && status !== 429 && code !== 'idempotency_in_flight';

/** The way to the API of a client that repeats with the same key until there is an answer that is final. */
function honestClient(world: World, dice: Dice) {
  const answers: Answer[] = [];
  const inFlight = new Map<string, string>();
  const statuses = new Map<string, number>();
  const unanswered: Ask[] = [];

  async function post({ path, body, key, shop, kind, reference }: Ask): Promise<Reply | undefined> {
    const init = { method: 'POST', body, idempotencyKey: key };
    const answer = await call(`${world.baseUrl}${path}`, shop.key, init).catch(() => undefined);
    if (answer === undefined) {
      count(statuses, 'cut');
      return undefined;
    }
    const code = String(answer.body.code ?? '');
    count(statuses, `${answer.status} ${code}`.trim());
    const id = answer.body.paymentId ?? answer.body.disbursementId;
    // A receipt that is reversed already names the other refund.
    const own = typeof id === 'string' && code !== 'already_reversed' ? id : null;
    answers.push({ key: `${shop.applicationId} ${key}`, kind, reference, status: answer.status, id: own });
    return { status: answer.status, code, id: own };
  }

  /** A client that gives up waiting; its request goes on. */
  async function postAndLeave(ask: Ask, tries: number): Promise<undefined> {
    void post(ask);
    await pause(dice.between(1, 200, 'leave', ask.key, tries));
    return undefined;
  }

  async function askUntilAnswered(ask: Ask): Promise<void> {
    inFlight.set(ask.key, ask.reference);
    const hasTwin = dice.roll('twins', ask.key) < twinsShare;
    for (let tries = 1; tries <= triesMax; tries += 1) {
      const leaves = dice.roll('client cut', ask.key, tries) < clientCutShare;
      const replies = leaves
        ? [await postAndLeave(ask, tries)]
        : await Promise.all(hasTwin && tries <= 2 ? [post(ask), post(ask), post(ask)] : [post(ask)]);
      if (replies.some((reply) => reply && isFinal(reply))) {
        inFlight.delete(ask.key);
        return;
      }
      await pause(pauseMs * tries);
    }
    unanswered.push(ask);
  }

  return { answers, inFlight, statuses, askUntilAnswered, askAgain: () => Promise.all(unanswered.map(post)) };
}

/** Clients that pay, pay out, refund and pay without a prompt, until they are stopped. */
export function startTraffic(world: World, dice: Dice, clients: number): Traffic {
  const { answers, inFlight, statuses, askUntilAnswered, askAgain } = honestClient(world, dice);
  const counts = new Map<string, number>();
  let isOver = false;
  let next = 0;
  const people = startPeople({ dice, inFlight, statuses, isOver: () => isOver });

  const payers = startPayers({ world, dice, inFlight, statuses, isOver: () => isOver });

  async function refund(n: number, shop: Shop): Promise<void> {
    const found = world.receiver.takeReceipt(shop.applicationId);
    if (found === undefined) return;
    count(counts, 'refund');
    const { receipt, amount } = found;
    const body = { transactionId: receipt, amount, remarks: `R${n}` };
    const one = (key: string): Ask => ({ kind: 'refund', key, reference: receipt, path: '/reversal', body, shop });
    // Two people at two tills.
    const keys = dice.roll('two refunds', n) < 0.5 ? [`refund ${n}`, `refund ${n} too`] : [`refund ${n}`];
    await Promise.all(keys.map((key) => askUntilAnswered(one(key))));
  }

  async function payOffline(n: number, { shortcode }: Shop): Promise<void> {
    count(counts, 'offline');
    const phone = `2547122${String(n % 100_000).padStart(5, '0')}`;
    // Other amounts than those of prompts, so that no confirmation waits for a prompt that it may belong to.
    const body = JSON.stringify({ shortcode, amount: 2_000 + (n % 1_000), phone, reference: `C${n}` });
    const headers = { 'content-type': 'application/json' };
    const paid = await fetch(`${world.providerUrl}/admin/c2b/pay`, { method: 'POST', headers, body });
    if (!paid.ok) throw new Error(`the simulated provider refused an offline payment: ${paid.status}`);
    await paid.body?.cancel();
  }

  async function client(): Promise<void> {
    while (!isOver) {
      const n = next;
      next += 1;
      const kind = pick(shares, dice.roll('kind', n)) ?? 'payment';
      const shop = world.shops[n % world.shops.length];
      if (!shop) return;
      if ((counts.get(kind) ?? 0) >= perKindMax) {
        await pause(pauseMs);
        continue;
      }
      if (kind === 'offline') await payOffline(n, shop);
      else if (kind === 'refund') await refund(n, shop);
      else {
        count(counts, kind);
        if (kind === 'order') await people.payOut(n, shop);
        else if (kind === 'link') await payers.payOnLink(n, shop);
        else await askUntilAnswered(askOf(n, kind, shop, dice));
      }
      await pause(dice.between(0, pauseMs, 'rest', n));
    }
  }

  const running = Promise.all(Array.from({ length: clients }, client));
  running.catch(() => undefined);
  return {
    answers,
    inFlight,
    counts,
    statuses,
    async stop() {
      isOver = true;
      await running;
      await askAgain();
    },
  };
}
