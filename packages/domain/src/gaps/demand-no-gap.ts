import type { Queryable } from '@tillgate/db';
import { DomainError } from '../kernel/errors.ts';
import { moneyOutRefusal } from './gap.ts';
import { gapRefusals } from './refusals.ts';
import { findLastGap } from './statements.ts';

/**
 * Refuses a payout or reversal while a gap is open.
 * @throws DomainError unavailable
 */
export async function demandNoGap(db: Queryable): Promise<void> {
  const refusal = moneyOutRefusal(await findLastGap(db));
  if (refusal) throw refusal;
}

/**
 * Why something that waited to be paid out may not go on: it was made before the last restore, so that it may have been
 * carried out in the gap. Undefined when it was made after it, or nothing was ever restored.
 */
export async function findRestoreRefusal(db: Queryable, createdAt: Date): Promise<DomainError | undefined> {
  const gap = await findLastGap(db);
  return gap && createdAt <= gap.openedAt ? new DomainError('invalid_input', gapRefusals.madeBeforeRestore) : undefined;
}
