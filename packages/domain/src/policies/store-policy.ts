import type { Prisma } from '@tillgate/db';
import { validate as isUuid } from 'uuid';
import { audit } from '../audit/index.ts';
import type { Tenant } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { nameActors, writeOwnerMails } from '../mails/index.ts';
import { changeMail } from './change-mail.ts';
import { isLoosening, noPolicy, type Policy, policyOf } from './policy.ts';

type Tx = Prisma.TransactionClient;

/** Who changed a policy, and how it was agreed. */
type Change = {
  actor: string;
  /** The person who approved; null when no approval was needed or possible. */
  approvedBy: string | null;
  before: Policy;
  after: Policy;
};

/**
 * The policy of an application and environment, locked against other changes until the transaction
 * ends. Payouts are not held up.
 * @throws DomainError not_found when there is no such application
 */
export async function lockForChange(tx: Tx, { applicationId, environment }: Tenant): Promise<Policy> {
  const locked = isUuid(applicationId)
    ? await tx.$queryRaw<{ id: string }[]>`
        SELECT id FROM applications WHERE id = ${applicationId}::uuid FOR NO KEY UPDATE`
    : [];
  if (locked.length === 0) throw notFound('application');
  const where = { applicationId_environment: { applicationId, environment } };
  const row = await tx.approvalPolicy.findUnique({ where });
  return row ? policyOf(row) : noPolicy;
}

/** Writes a policy, its audit entry and an email to every owner. Lock it first. */
export async function storePolicy(tx: Tx, tenant: Tenant, change: Change, at: Date): Promise<void> {
  const { applicationId, environment } = tenant;
  const { actor, approvedBy, before, after } = change;
  const where = { applicationId_environment: { applicationId, environment } };
  const row = { ...after, updatedAt: at };
  await tx.approvalPolicy.upsert({ where, create: { applicationId, environment, ...row }, update: row });
  const application = await tx.application.findUniqueOrThrow({
    where: { id: applicationId },
    select: { name: true, organizationId: true },
  });
  const { organizationId } = application;
  await audit(tx, {
    actor,
    action: 'approval_policy.changed',
    subjectId: applicationId,
    applicationId,
    organizationId,
    detail: {
      environment,
      ...after,
      ...Object.fromEntries(Object.entries(before).map(([field, value]) => [`${field}Before`, value])),
      loosened: isLoosening(before, after),
      approvedBy,
    },
    at,
  });
  const people = await nameActors(tx, [actor, approvedBy ? `user:${approvedBy}` : undefined]);
  const place = `${application.name} (${environment})`;
  const [by = 'Somebody', agreedBy] = people;
  await writeOwnerMails(tx, organizationId, changeMail({ place, before, after, by, agreedBy }), at);
}
