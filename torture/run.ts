import { setTimeout as pause } from 'node:timers/promises';
import { call } from '../e2e/support/client.ts';
import { count } from './count.ts';
import { diceOf } from './dice.ts';
import type { Violation } from './facts.ts';
import { judge } from './judge.ts';
import { type Kills, startKills } from './kills.ts';
import { readLedger } from './ledger.ts';
import type { Options } from './options.ts';
import { readProduct } from './product.ts';
import { comeToRest } from './rest.ts';
import { startTraffic, type Traffic } from './traffic.ts';
import { startWorld, type World } from './world.ts';

const progressMs = 5_000;
const callMs = 200;

/** What a run came to. */
export type Outcome = {
  violations: Violation[];
  /** What the product had not done when time was up. */
  unrest: string[];
  /** Counts by name, for the table. */
  summary: [string, string][];
  /** Of processes that ended by themselves: none should. */
  ownEnds: string[];
  kills: number;
  webhookPosts: number;
};

async function register(world: World): Promise<void> {
  for (const { key } of world.shops) {
    // The dice may spoil its token, so it may take another try.
    for (let tries = 1; ; tries += 1) {
      const { status, body } = await call(`${world.baseUrl}/c2b-register`, key, { method: 'POST', body: {} });
      if (status === 200) break;
      if (tries === 10) throw new Error(`the shortcode could not be registered: ${status} ${JSON.stringify(body)}`);
      await pause(callMs);
    }
  }
}

const text = (counts: ReadonlyMap<string, number>) =>
  [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${count} ${name}`)
    .join(', ') || 'none';

const sumOf = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0);

function line(world: World, traffic: Traffic, kills: Kills): string {
  const asked = [...traffic.counts].map(([kind, count]) => `${count} ${kind}s`).join(', ');
  return `${asked}; ${sumOf(kills.counts)} kills, ${world.receiver.webhooks.length} webhooks`;
}

async function evidence(world: World, traffic: Traffic, kills: Kills, restMs: number) {
  const [ledger, product] = [await readLedger(world), await readProduct(world)];
  const merchants = { webhooks: world.receiver.webhooks, answers: traffic.answers };
  const by = <T>(all: T[], name: (one: T) => string) => {
    const counts = new Map<string, number>();
    for (const one of all) count(counts, name(one));
    return text(counts);
  };
  const summary: [string, string][] = [
    ['asked', text(traffic.counts)],
    ['answers', text(traffic.statuses)],
    ['killed', text(kills.counts)],
    ['faults of the provider', text(world.provider.counts)],
    ['faults of its posts', text(world.hooks.counts)],
    ['faults of the receiver', text(world.receiver.counts)],
    [
      'the provider took',
      `${ledger.prompts.length} prompts, ${ledger.payouts.length} payouts, ${ledger.refunds.length} refunds`,
    ],
    [
      'payments',
      by(product.payments, ({ source, status, settledBy }) => `${source} ${status} (${settledBy ?? 'open'})`),
    ],
    [
      'payouts and refunds',
      by(product.disbursements, ({ kind, status, settledBy }) => `${kind} ${status} (${settledBy ?? 'open'})`),
    ],
    ['orders', by(product.orders, ({ status }) => status)],
    ['keys', by(product.claims, ({ state }) => state)],
    ['callbacks', by(product.callbacks, ({ state }) => state)],
    ['open rows', by(product.open, ({ kind }) => kind)],
    ['webhooks', `${merchants.webhooks.length} posts of ${product.events.length} events`],
    ['at rest after', `${Math.round(restMs / 1000)} s`],
  ];
  return { violations: judge({ ledger, product, merchants }), summary };
}

/**
 * Tortures the product as `options` say, waits until it has come to rest, and judges.
 * @param report gets a line every few seconds
 */
export async function torture(options: Options, report: (line: string) => void): Promise<Outcome> {
  const dice = diceOf(options.seed);
  const world = await startWorld(options, dice);
  try {
    await register(world);
    const traffic = startTraffic(world, dice, options.clients);
    const kills = startKills(world, traffic, dice);
    const startedAt = Date.now();
    const progress = setInterval(() => report(line(world, traffic, kills)), progressMs);
    await pause(options.seconds * 1000);
    await kills.stop();
    await traffic.stop();
    clearInterval(progress);
    world.calm();
    report(`the weather is fair after ${Math.round((Date.now() - startedAt) / 1000)} s; waiting for rest`);
    const calmAt = Date.now();
    let reportedAt = 0;
    const left = await comeToRest(world, options.patienceMs, (what) => {
      if (Date.now() - reportedAt < progressMs) return;
      reportedAt = Date.now();
      report(`not at rest: ${what.join(', ')}`);
    });
    const found = await evidence(world, traffic, kills, Date.now() - calmAt);
    const ownEnds = [...world.apis, ...world.workers].flatMap((one) => one.ownEnds);
    const webhookPosts = world.receiver.webhooks.length;
    return { ...found, unrest: left, ownEnds, kills: sumOf(kills.counts), webhookPosts };
  } finally {
    await world.close();
  }
}
