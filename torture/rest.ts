import { setTimeout as pause } from 'node:timers/promises';
import { readLedger } from './ledger.ts';
import { readProduct } from './product.ts';
import type { World } from './world.ts';

const lookMs = 1_000;
/** What has been due for longer is still to be done, whatever it is. */
const lateMs = 5_000;
/** Of rows that are named in the report. */
const namedMax = 3;
/**
 * What may stay open when all is quiet, unless it is due: it waits for an answer that the provider never gives, for a
 * lease, or, after a validation, for a confirmation that may still come.
 */
const mayStay = new Set([
  'payment',
  'disbursement',
  'order',
  'inquiry',
  'claim',
  'validation',
  'run of a function',
  'signal',
]);

/** What the product still has to do, by name. Empty when it has come to rest. */
export async function unrest(world: World): Promise<string[]> {
  const [ledger, product] = [await readLedger(world), await readProduct(world)];
  const settledAt = new Set(
    [...ledger.payouts, ...ledger.refunds].filter(({ state }) => state !== 'waiting').map(({ id }) => id),
  );
  const settledPrompts = new Set(ledger.prompts.filter(({ resultCode }) => resultCode !== null).map(({ id }) => id));
  const reported = new Set(ledger.prompts.filter(({ isReported }) => isReported).map(({ reference }) => reference));
  const some = (what: string, count: number) => (count > 0 ? [`${count} ${what}`] : []);
  const nextOf = new Map(product.open.map(({ id, nextAt }) => [id, nextAt]));
  /** With the first of them by name, and when the product looks at each again. */
  const named = (what: string, rows: { id: string; reference: string }[]) => {
    const names = rows.slice(0, namedMax).map(({ id, reference }) => {
      const nextAt = nextOf.get(id);
      return `${reference} ${nextAt ? `in ${Math.round((nextAt - product.at) / 1000)} s` : 'never'}`;
    });
    return some(what, rows.length).map((text) => `${text} (${names.join(', ')})`);
  };
  const isLate = ({ nextAt }: { nextAt: number | null }) => nextAt !== null && nextAt < product.at - lateMs;
  const waiting = product.open.filter((row) => !mayStay.has(row.kind) || isLate(row)).map(({ kind }) => kind);
  const pending = product.payments.filter(({ status }) => status === 'pending');
  return [
    ...some('posts of the provider', world.hooks.underWay()),
    ...some('prompts that nobody has answered', ledger.prompts.filter(({ resultCode }) => resultCode === null).length),
    ...some(
      'open payouts and refunds at the provider',
      [...ledger.payouts, ...ledger.refunds].filter(({ state }) => state === 'waiting').length,
    ),
    ...named(
      'payments whose outcome is known',
      pending.filter(
        ({ checkoutRequestId, reference }) => reported.has(reference) || settledPrompts.has(checkoutRequestId ?? ''),
      ),
    ),
    ...named(
      'payouts and refunds whose outcome is known',
      product.disbursements.filter(
        ({ status, originatorId }) => status === 'pending' && settledAt.has(originatorId ?? ''),
      ),
    ),
    ...[...new Set(waiting)].map((kind) => `${waiting.filter((one) => one === kind).length} × ${kind}`),
  ];
}

/**
 * Waits until the product has done all that it can do.
 * @returns what is left when time is up; nothing when it has come to rest
 */
export async function comeToRest(
  world: World,
  patienceMs: number,
  report: (left: string[]) => void,
): Promise<string[]> {
  const endsAt = Date.now() + patienceMs;
  for (;;) {
    const left = await unrest(world).catch((error: Error) => [error.message]);
    if (left.length === 0 || Date.now() >= endsAt) return left;
    report(left);
    await pause(lookMs);
  }
}
