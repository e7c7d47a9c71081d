import { audit } from '../audit/index.ts';
import { requireOperator } from '../kernel/authority.ts';
import type { ActorContext, Context } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { invalidInput, issue, parseInput } from '../kernel/input.ts';
import { countListed } from './list-statements.ts';
import type { PhoneHash } from './phone-hash.ts';
import { guardIssues, guardRefusals } from './refusals.ts';
import { type ReleasePhoneInput, releasePhoneSchema, type StopPhoneInput, stopPhoneSchema } from './schemas.ts';
import {
  countForeign,
  countStopped,
  deleteStopped,
  insertStopped,
  listStopped,
  type StoppedPhone,
} from './statements.ts';
import { stopListMax } from './stop-list.ts';

/** How many entries are listed, the newest first. */
const shownMax = 100;

/** Capability: hashes numbers under the key of the installation; undefined where the key is not set. */
export type WithPhoneHash = { phoneHash: PhoneHash | undefined };
type GuardContext = ActorContext & WithPhoneHash;

/**
 * Puts a number on the stop list: it gets no prompt from any application, from four seconds later on. What was sent before
 * is not withdrawn. The audit has no number.
 * @throws DomainError forbidden (operators alone), invalid_input (also: it is on the list, or the list is full),
 *   unavailable (no key here)
 */
export async function stopPhone(ctx: GuardContext, input: StopPhoneInput): Promise<{ count: number }> {
  requireOperator(ctx);
  const { phone, reason } = parseInput(stopPhoneSchema, input);
  const { keyId, hash } = demandHash(ctx);
  if ((await countStopped(ctx.db.pool)) >= stopListMax) {
    throw invalidInput(issue('phone', guardIssues.stopListFull({ max: stopListMax })));
  }
  const at = ctx.clock.now();
  const entry = { hash: hash(phone), keyId, reason, addedBy: ctx.actor, addedAt: at };
  if (!(await insertStopped(ctx.db.pool, entry))) throw invalidInput(issue('phone', guardIssues.stopped));
  await audit(ctx.db.prisma, {
    actor: ctx.actor,
    action: 'phone.stopped',
    subjectId: entry.hash,
    detail: { reason },
    at,
  });
  return { count: await countStopped(ctx.db.pool) };
}

/**
 * Takes a number off the stop list.
 * @throws DomainError forbidden (operators alone), invalid_input (also: it is not on the list), unavailable (no key here)
 */
export async function releasePhone(ctx: GuardContext, input: ReleasePhoneInput): Promise<{ count: number }> {
  requireOperator(ctx);
  const { phone } = parseInput(releasePhoneSchema, input);
  const { hash } = demandHash(ctx);
  const hashed = hash(phone);
  if (!(await deleteStopped(ctx.db.pool, hashed))) throw invalidInput(issue('phone', guardIssues.notStopped));
  const at = ctx.clock.now();
  await audit(ctx.db.prisma, { actor: ctx.actor, action: 'phone.released', subjectId: hashed, detail: {}, at });
  return { count: await countStopped(ctx.db.pool) };
}

/** What may be shown of the stop list: never a number. `isOtherKey`: it was added under another key and stops nobody. */
export type StopListView = { entries: (Omit<StoppedPhone, 'keyId'> & { isOtherKey: boolean })[]; count: number };

/**
 * The newest entries of the stop list, without their numbers.
 * @throws DomainError forbidden (operators alone)
 */
export async function listStoppedPhones(ctx: GuardContext): Promise<StopListView> {
  requireOperator(ctx);
  const { entries, count } = await listStopped(ctx.db.pool, shownMax);
  return {
    count,
    entries: entries.map(({ keyId, ...entry }) => ({ ...entry, isOtherKey: keyId !== ctx.phoneHash?.keyId })),
  };
}

/** How many phones a list has, and how many of them count for nothing, because this key is another one or missing. */
type Recognised = { count: number; foreign: number };

/** The stop list, and the lists of all applications together. */
export async function checkPhoneLists(
  { db }: Pick<Context, 'db'>,
  phoneHash: PhoneHash | undefined,
): Promise<{ stopped: Recognised; listed: Recognised }> {
  const keyId = phoneHash?.keyId ?? null;
  const stopped = { count: await countStopped(db.pool), foreign: await countForeign(db.pool, keyId) };
  return { stopped, listed: await countListed(db.pool, keyId) };
}

/** @throws DomainError unavailable when there is no key here */
export function demandHash({ phoneHash }: WithPhoneHash): PhoneHash {
  if (phoneHash) return phoneHash;
  throw new DomainError('unavailable', guardRefusals.hashKeyMissing);
}
