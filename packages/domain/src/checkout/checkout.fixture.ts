import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { noGuard } from '../guards/index.ts';
import { createTurns } from '../idempotency/index.ts';
import { createLink } from '../links/index.ts';
import { linkInput, linkShop } from '../links/links.fixture.ts';
import { scriptedUpstream, type TestContext, withOwnSignals } from '../testing/index.ts';
import type { CheckoutContext } from './prompt-attempt.ts';

const publicLimits = {
  perPhone: [
    { count: 3, seconds: 600 },
    { count: 8, seconds: 86_400 },
  ],
};

/** A shop with the worker that sends the prompts of its links. */
export async function checkoutShop(base: TestContext) {
  const { ctx: shop } = await linkShop(withOwnSignals(base));
  const worker = { ...shop, ...scriptedUpstream(shop), guard: noGuard, turns: createTurns(), publicLimits };
  return { shop, worker };
}
export type CheckoutShop = Awaited<ReturnType<typeof checkoutShop>>;

/** The same worker as another process sees it: nothing in memory is shared. */
export const elsewhere = <Ctx extends CheckoutContext>(worker: Ctx): Ctx => ({ ...worker, turns: createTurns() });

export async function madeLink({ shop }: CheckoutShop, given: object = {}): Promise<string> {
  return (await createLink(shop, linkInput(given))).link.linkId;
}

/** Phones that no other test uses. */
let phones = 0;
export function newPhone(): string {
  phones += 1;
  return `2547${String(phones).padStart(8, '0')}`;
}

/** An attempt as the page writes it. */
export async function attempted(
  { shop }: CheckoutShop,
  linkId: string,
  given: { phone?: string; amount?: number; isRepeat?: boolean; createdAt?: Date } = {},
): Promise<string> {
  const id = uuidv7();
  const hash = () => randomBytes(32).toString('hex');
  await shop.db.prisma.linkAttempt.create({
    data: {
      ...{ id, linkId, ...shop.tenant, visitHash: hash(), tokenHash: hash() },
      ...{ phone: newPhone(), amount: 500, language: 'en', createdAt: shop.clock.now(), ...given },
    },
  });
  return id;
}

export const attemptOf = ({ shop }: CheckoutShop, id: string) =>
  shop.db.prisma.linkAttempt.findUniqueOrThrow({ where: { id } });
