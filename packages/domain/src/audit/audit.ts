import type { Prisma } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../kernel/context.ts';

/** Plain facts about what changed. Names of fields that were set, never a secret's value. */
export type AuditDetail = Record<string, string | number | boolean | null | string[]>;

export type AuditFact = {
  actor: Actor;
  /** noun.past_tense, e.g. `key.created`. */
  action: string;
  /** Id of the row it happened to. */
  subjectId: string;
  applicationId?: string;
  /** Found by the application when it is left out. */
  organizationId?: string;
  detail?: AuditDetail;
  at: Date;
};

/** Writes who did what. Pass the transaction of the change, so that the change and its entry commit together. */
export async function audit(
  db: Pick<Prisma.TransactionClient, 'auditEntry' | 'application'>,
  fact: AuditFact,
): Promise<void> {
  const { at, ...data } = fact;
  const organizationId = fact.organizationId ?? (await organizationOf(db, fact.applicationId));
  await db.auditEntry.create({
    data: { id: uuidv7({ msecs: at.getTime() }), ...data, organizationId, createdAt: at },
  });
}

async function organizationOf(db: Pick<Prisma.TransactionClient, 'application'>, applicationId: string | undefined) {
  if (applicationId === undefined) return undefined;
  const where = { id: applicationId };
  const application = await db.application.findUnique({ where, select: { organizationId: true } });
  return application?.organizationId;
}
