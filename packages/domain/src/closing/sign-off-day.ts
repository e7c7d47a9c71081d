import { v7 as uuidv7 } from 'uuid';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { invalidInput, issue, parseInput } from '../kernel/input.ts';
import { type BusinessDay, type DayDetail, getDay, type SignOff } from '../reading/closing/index.ts';
import { closingIssues } from './refusals.ts';
import { type SignOffDayInput, signOffDaySchema } from './schemas.ts';
import { insertSignOff } from './statements.ts';

/** `isNew` is false when the day was already signed off with these figures. */
type SignedOff = { signOff: SignOff; isNew: boolean };

/**
 * Signs off the current figures of a day that has ended. A day that changes later can be signed off again. Repeated or
 * concurrent calls make one signature.
 * @throws DomainError forbidden, invalid_input (the day has not ended; something is open and there is
 *   no note; the figures are not those of `seen`)
 */
export async function signOffDay(ctx: TenantContext, input: SignOffDayInput): Promise<SignedOff> {
  requirePermission(ctx, 'days.signOff');
  const { day, note = '', seen } = parseInput(signOffDaySchema, input);
  const found = await getDay(ctx, { day });
  if (found.state === 'running') throw invalidInput(issue('day', closingIssues.dayNotEnded));
  const [latest] = found.signOffs;
  if (latest && isSame(found)) return { signOff: latest, isNew: false };
  if (seen !== undefined && seen !== found.fingerprint) {
    throw invalidInput(issue('seen', closingIssues.figuresChanged));
  }
  if (found.openPoints > 0 && note === '') {
    throw invalidInput(issue('note', closingIssues.openPoints({ count: found.openPoints })));
  }
  const signOff = await write(ctx, found, note);
  if (signOff) return { signOff, isNew: true };
  // Somebody signed since we read the day.
  const again = await getDay(ctx, { day });
  const [theirs] = again.signOffs;
  if (!theirs) throw new Error('A day with a signature has none.');
  return { signOff: theirs, isNew: false };
}

const isSame = ({ difference }: BusinessDay): boolean =>
  difference !== null && difference.changes.length + difference.learned.length === 0;

async function write(ctx: TenantContext, found: DayDetail, note: string): Promise<SignOff | undefined> {
  const { figures, exceptions, day, openPoints } = found;
  const revision = (found.signOffs[0]?.revision ?? 0) + 1;
  const signedAt = ctx.clock.now();
  const id = uuidv7({ msecs: signedAt.getTime() });
  const kept = { revision, figures, exceptions, note: note === '' ? null : note, signedBy: ctx.actor };
  const { environment } = ctx.tenant;
  const { collected, net, paidOut } = figures;
  const isWritten = await insertSignOff(
    ctx.db.pool,
    { id, ...ctx.tenant, day, ...kept, signedAt },
    {
      id: uuidv7({ msecs: signedAt.getTime() }),
      actor: ctx.actor,
      action: 'day.signed_off',
      detail: { environment, day, revision, collected, net, paidOut, openPoints },
    },
  );
  return isWritten ? { signOffId: id, ...kept, signedAt: signedAt.toISOString() } : undefined;
}
