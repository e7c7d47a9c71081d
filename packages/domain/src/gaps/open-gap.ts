import { v7 as uuidv7 } from 'uuid';
import { audit } from '../audit/index.ts';
import { requireOperator } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { invalidInput, issue, parseInput } from '../kernel/input.ts';
import { momentOf } from '../kernel/time.ts';
import { gapIssues, gapRefusals } from './refusals.ts';
import { type OpenGapInput, openGapSchema } from './schemas.ts';
import { findLastGap, insertGap } from './statements.ts';

/**
 * Opens the gap that a restore left: no money leaves, and keys that may have been used in it are refused, until it is
 * closed. Whatever was waiting to be paid out has to be asked for again.
 * @throws DomainError invalid_input (also when a gap is open already)
 */
export async function openGap(ctx: ActorContext, input: OpenGapInput): Promise<{ gapId: string; openedAt: Date }> {
  requireOperator(ctx);
  const at = ctx.clock.now();
  const { since, reason, apis } = readOpening(input, at);
  const id = uuidv7({ msecs: at.getTime() });
  await ctx.db.prisma.$transaction(async (tx) => {
    if (!(await insertGap(tx, { id, since, reason, apis, by: ctx.actor, at }))) {
      const open = await findLastGap(ctx.db.pool);
      throw openAlready(open?.openedAt ?? at);
    }
    const detail = { since: since.toISOString(), reason, apis };
    await audit(tx, { actor: ctx.actor, action: 'gap.opened', subjectId: id, detail, at });
  });
  return { gapId: id, openedAt: at };
}

/**
 * Refuses what `openGap` would refuse now, and changes nothing.
 * @throws DomainError invalid_input (also when a gap is open already)
 */
export async function demandOpenable(ctx: ActorContext, input: OpenGapInput): Promise<void> {
  requireOperator(ctx);
  readOpening(input, ctx.clock.now());
  const last = await findLastGap(ctx.db.pool);
  if (last && last.closedAt === null) throw openAlready(last.openedAt);
}

function readOpening(input: OpenGapInput, at: Date) {
  const opening = parseInput(openGapSchema, input);
  if (opening.since > at) throw invalidInput(issue('since', gapIssues.sinceInFuture));
  return opening;
}

const openAlready = (openedAt: Date) =>
  new DomainError('invalid_input', gapRefusals.gapOpenAlready({ openedAt: momentOf(openedAt) }));
