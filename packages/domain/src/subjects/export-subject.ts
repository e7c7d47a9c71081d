import { audit } from '../audit/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { parseInput } from '../kernel/input.ts';
import { findSubject, requireOwner, walkRows } from './find-subject.ts';
import { places } from './places.ts';
import { type SubjectInput, subjectSchema } from './schemas.ts';
import { subjectHash } from './subject.ts';

/** A row with data of a person; `table` is its kind. */
export type SubjectRow = { table: string; row: Record<string, unknown> };

/**
 * All data about a phone number in an organization, row by row: payments, payouts, offline payments, callbacks, webhooks,
 * requests, notes. Secrets are left out. It reads every row of the organization.
 * @throws DomainError invalid_input, not_found, forbidden (owners and the operator alone)
 */
export async function* exportSubject(ctx: ActorContext, input: SubjectInput): AsyncGenerator<SubjectRow> {
  requirePermission(ctx, 'subjects.manage');
  const subject = parseInput(subjectSchema, input);
  const { organizationId, phone } = subject;
  await requireOwner(ctx, organizationId);
  const { search } = await findSubject(ctx, subject);
  await audit(ctx.db.prisma, {
    actor: ctx.actor,
    action: 'subject.exported',
    subjectId: subjectHash(organizationId, phone),
    organizationId,
    at: ctx.clock.now(),
  });
  for (const place of [...places].reverse()) {
    for await (const row of walkRows(ctx, place, search)) yield { table: place.table, row };
  }
}
