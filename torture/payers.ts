import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { attemptReference } from '@tillgate/domain/checkout';
import { v7 as uuidv7 } from 'uuid';
import { call } from '../e2e/support/client.ts';
import { count } from './count.ts';
import type { Dice } from './dice.ts';
import type { Shop, World } from './world.ts';

const manyShare = 0.4;
/** People who pay on one link for many payments, of which it takes two. */
const payersOfMany = 3;
const paymentsMax = 2;
const unpaidShare = 0.15;
const unpaidPhone = '254700071032';
const pauseMs = 150;
const triesMax = 8;
const looksMax = 30;

type Office = {
  world: World;
  dice: Dice;
  /** Gets the reference of what may still move. */
  inFlight: Map<string, string>;
  statuses: Map<string, number>;
  isOver(): boolean;
};
type Link = { linkId: string; kind: 'once' | 'many'; accountReference: string | null; referencePrefix: string | null };

/** Payers on the pages of links, as the process of the pages writes down what they want. */
export function startPayers({ world, dice, inFlight, statuses, isOver }: Office): {
  /** Makes link number `n` of the run and has people pay on it. Resolves when their attempts have ended. */
  payOnLink(n: number, shop: Shop): Promise<void>;
} {
  const { pool } = world.postgres.database;

  async function persist<T>(what: string, act: () => Promise<T | undefined>): Promise<T | undefined> {
    for (let tries = 1; tries <= triesMax; tries += 1) {
      const done = await act().catch(() => undefined);
      if (done !== undefined) return done;
      await pause(pauseMs * tries);
    }
    count(statuses, `${what} cut`);
    return undefined;
  }

  function make(n: number, shop: Shop): Promise<Link | undefined> {
    const isMany = dice.roll('many', n) < manyShare;
    const body = {
      title: `Link ${n}`,
      amount: 1 + (n % 1_000),
      ...(isMany ? { kind: 'many', paymentsMax, referencePrefix: 'TL' } : { accountReference: `L${n}` }),
    };
    return persist('link', async () => {
      const init = { method: 'POST', body, idempotencyKey: `link ${n}` };
      const answer = await call(`${world.baseUrl}/payment-links`, shop.key, init);
      count(statuses, `link ${answer.status}`);
      return answer.status === 201 ? (answer.body as unknown as Link) : undefined;
    });
  }

  /** Twice the same visit: somebody presses the button again. */
  function ask(n: number, payer: number, { linkId }: Link, shop: Shop): Promise<string | undefined> {
    const id = uuidv7();
    const visit = randomUUID();
    const hash = (text: string) => createHash('sha256').update(text).digest('hex');
    const isUnpaid = dice.roll('unpaid', n, payer) < unpaidShare;
    const phone =
      isUnpaid && n % 7 === 0 ? unpaidPhone : `2547123${String((n * 10 + payer) % 100_000).padStart(5, '0')}`;
    const write = () =>
      pool.query(
        `INSERT INTO link_attempts (id, link_id, application_id, environment, visit_hash, token_hash, phone, amount, language,
           created_at)
         VALUES ($1, $2, $3, 'sandbox', $4, $5, $6, $7, 'en', now()) ON CONFLICT (link_id, visit_hash) DO NOTHING`,
        [id, linkId, shop.applicationId, hash(visit), hash(`${visit} page`), phone, 1 + (n % 1_000)],
      );
    return persist('attempt', async () => {
      await Promise.all([write(), write()]);
      return id;
    });
  }

  async function hasEnded(id: string): Promise<boolean> {
    const { rows } = await pool.query(`SELECT 1 FROM link_attempts WHERE id = $1 AND state <> 'waiting'`, [id]);
    return rows.length > 0;
  }

  async function pay(n: number, payer: number, link: Link, shop: Shop): Promise<void> {
    const id = await ask(n, payer, link, shop);
    if (id === undefined) return;
    const reference = attemptReference({ id, ...link });
    inFlight.set(`link ${n} ${payer}`, reference);
    for (let looks = 1; looks <= looksMax && !isOver(); looks += 1) {
      if (await hasEnded(id).catch(() => false)) {
        inFlight.delete(`link ${n} ${payer}`);
        return;
      }
      await pause(pauseMs * looks);
    }
  }

  return {
    async payOnLink(n, shop) {
      const link = await make(n, shop);
      if (link === undefined) return;
      const payers = link.kind === 'many' ? payersOfMany : 1;
      await Promise.all(Array.from({ length: payers }, (_, payer) => pay(n, payer, link, shop)));
    },
  };
}
