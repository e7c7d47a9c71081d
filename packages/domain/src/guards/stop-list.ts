import type { Context } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import type { PhoneHash } from './phone-hash.ts';
import { guardRefusals } from './refusals.ts';
import { listHashes } from './statements.ts';

/** How long a process may still prompt a number that was added. */
const keptMs = 4_000;
/** More numbers than this are refused when they are added, so that each process can hold all of them. */
export const stopListMax = 100_000;

/** Numbers that get no prompt, from whichever door. */
export type StopList = { has(phone: string): Promise<boolean> };

type Kept = { hashes: ReadonlySet<string>; readAt: number };

/**
 * The stop list as a process holds it: read at most every four seconds, so that a prompt costs no statement. When it
 * cannot be read, the last copy counts, and without one the prompt goes on: a fault of ours does not stop a shop.
 * @param phoneHash undefined where the process has no key: it finds no number, and logs an error when the list has some
 */
export function createStopList(ctx: Pick<Context, 'db' | 'clock' | 'log'>, phoneHash: PhoneHash | undefined): StopList {
  let kept: Kept | undefined;
  let reading: Promise<Kept | undefined> | undefined;

  async function read(): Promise<Kept | undefined> {
    const readAt = ctx.clock.now().getTime();
    try {
      const rows = await listHashes(ctx.db.pool, stopListMax);
      const own = rows.filter(({ keyId }) => keyId === phoneHash?.keyId);
      if (own.length < rows.length && kept?.hashes.size !== own.length) {
        ctx.log.error(
          { numbers: rows.length - own.length },
          'Numbers of the stop list were added under another PHONE_HASH_KEY. They get prompts.',
        );
      }
      kept = { hashes: new Set(own.map(({ hash }) => hash)), readAt };
    } catch (error) {
      ctx.log.error({ err: error }, 'The stop list cannot be read.');
      if (kept) kept = { ...kept, readAt };
    }
    return kept;
  }

  async function current(): Promise<Kept | undefined> {
    const age = kept ? ctx.clock.now().getTime() - kept.readAt : Number.POSITIVE_INFINITY;
    if (age >= 0 && age < keptMs) return kept;
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  return {
    async has(phone) {
      const list = await current();
      if (!phoneHash || !list) return false;
      return list.hashes.has(phoneHash.hash(phone));
    },
  };
}

/**
 * Refuses a prompt to a number on the stop list.
 * @throws DomainError refused_by_rule
 */
export async function demandNotStopped(stopList: StopList, phone: string): Promise<void> {
  if (!(await stopList.has(phone))) return;
  throw new DomainError('refused_by_rule', guardRefusals.stoppedPhone, { rule: 'stop_list' });
}
