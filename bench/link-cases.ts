import { setTimeout as pause } from 'node:timers/promises';
import { createTurns } from '@tillgate/domain/idempotency';
import { createLink, createLinkSchema, createPayPages, newVisit } from '@tillgate/domain/links';
import { testContext } from '@tillgate/domain/testing';
import { request } from 'undici';
import { compare, connections, type Size } from './cases.ts';
import { type Line, quantile } from './figures.ts';
import { load } from './load.ts';
import { type Program, startProgram } from './program.ts';
import type { World } from './world.ts';

const baseUrl = 'https://pay.example';
const unlimited = '1000000/1';
const patienceMs = 10_000;
const lookMs = 2;
const betweenMs = 50;

type Pages = { pay: Program; url: string; link(): Promise<{ token: string; path: string }> };

/** The process of the payment pages, with the rights of its role left aside: the bench measures statements. */
async function startPages(world: World): Promise<Pages> {
  const generous = { RATE_LIMIT_PUBLIC_READ: unlimited, RATE_LIMIT_PUBLIC_PAY: unlimited };
  const pay = await startProgram('pay', 'apps/pay/dist/main.js', {
    ...world.env,
    ...generous,
    RATE_LIMIT_PUBLIC_PAY_HOUR: unlimited,
    PAY_BASE_URL: baseUrl,
    PAY_PORT: '0',
    PAY_HOST: '127.0.0.1',
  });
  const payPages = createPayPages(baseUrl, Buffer.alloc(32, 7).toString('base64'));
  await world.db.pool.query('UPDATE organizations SET links_allowed_at = now()');
  const ctx = await testContext(world.db);
  return {
    pay,
    url: `http://127.0.0.1:${pay.port}`,
    async link() {
      const { applicationId } = world.merchant;
      const own = { ...ctx, ...world.merchant.as('sandbox'), payPages, turns: createTurns() };
      const input = createLinkSchema.parse({ title: 'Two mugs', amount: 500, kind: 'many' });
      const { link } = await createLink({ ...own, clock: { now: () => new Date() } }, input);
      const path = new URL(link.url ?? '').pathname;
      if (!path.startsWith('/p/')) throw new Error(`${applicationId} has a link without an address.`);
      return { token: path.slice('/p/'.length), path };
    },
  };
}

/** A page that anybody opens, and the time from a sent form to the prompt. */
export async function linkCases(world: World, size: Size): Promise<Line[]> {
  const pages = await startPages(world);
  try {
    return [await payPage(world, pages, size), ...(await attemptToPrompt(world, pages, size))];
  } finally {
    await pages.pay.stop();
  }
}

async function payPage(world: World, { url, link }: Pages, size: Size): Promise<Line> {
  const { path } = await link();
  const read = (at: string) => (seconds: number) => load(at, () => ({ method: 'GET', path }), { connections, seconds });
  return { path: 'GET /p/:token', ...(await compare(size, read(url), read(world.floorUrl))) };
}

let phones = 0;

/** One form after the other: milliseconds until the provider has the prompt. */
async function attemptToPrompt(world: World, pages: Pages, { singles }: Size): Promise<Line[]> {
  const origin = { 'content-type': 'application/x-www-form-urlencoded', origin: baseUrl };
  const measure = async (at: string) => {
    const took: number[] = [];
    for (let n = 0; n < singles; n += 1) {
      const { token, path } = await pages.link();
      phones += 1;
      const phone = `2547${String(90_000_000 + phones)}`;
      const visit = newVisit(token, new Date());
      const startedAt = Date.now();
      const answer = await request(`${at}${path}/pay`, {
        method: 'POST',
        headers: origin,
        body: new URLSearchParams({ visit, phone, amount: '500' }).toString(),
      });
      await answer.body.dump();
      if (answer.statusCode !== 303) throw new Error(`A form was answered with ${answer.statusCode}.`);
      took.push((await promptedAt(world, phone)) - startedAt);
      await pause(betweenMs);
    }
    return took;
  };
  await measure(pages.url);
  const [product, floor] = [await measure(pages.url), await measure(world.floorUrl)];
  return [
    { path: 'attempt to prompt, p50', figure: `${quantile(product, 0.5)} ms`, floor: `${quantile(floor, 0.5)} ms` },
    {
      path: `attempt to prompt, worst of ${singles}`,
      figure: `${Math.max(...product)} ms`,
      floor: `${Math.max(...floor)} ms`,
    },
  ];
}

async function promptedAt({ provider }: World, phone: string): Promise<number> {
  const until = Date.now() + patienceMs;
  while (Date.now() < until) {
    const answer = await request(`http://127.0.0.1:${provider.port}/prompted`);
    const at = ((await answer.body.json()) as Record<string, number>)[phone];
    if (at !== undefined) return at;
    await pause(lookMs);
  }
  throw new Error(`No prompt within ${patienceMs / 1000} s.`);
}
