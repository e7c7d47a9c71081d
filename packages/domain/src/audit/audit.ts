import type { Prisma } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import type { Actor, Context } from '../context.ts';

/** A context that knows who acts: what every verb that changes something outside a tenant's money needs. */
export type ActorContext = Context & { actor: Actor };

/** Plain facts about what changed. Names of fields that were set, never a secret's value. */
export type AuditDetail = Record<string, string | number | boolean | null | string[]>;

export type AuditFact = {
  actor: Actor;
  /** noun.past_tense, e.g. `key.created`. */
  action: string;
  /** Id of the row it happened to. */
  subjectId: string;
  organizationId?: string;
  applicationId?: string;
  detail?: AuditDetail;
  at: Date;
};

/** Writes who did what. Give it the transaction that does it, so that neither can be without the other. */
export async function audit(db: Pick<Prisma.TransactionClient, 'auditEntry'>, fact: AuditFact): Promise<void> {
  const { at, ...data } = fact;
  await db.auditEntry.create({ data: { id: uuidv7({ msecs: at.getTime() }), ...data, createdAt: at } });
}
