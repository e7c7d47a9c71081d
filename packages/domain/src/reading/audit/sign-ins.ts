import { type Prisma, type Sql, sql } from '@tillgate/db';
import type { AuditDetail } from '../../audit/index.ts';

/**
 * How people sign in. These entries name no organization, because a person may belong to several. Each organization reads
 * the entries of its members.
 */
const actions = [
  'user.signed_in',
  'user.sign_in_refused',
  'user.reauthentication_refused',
  'user.identity_linked',
  'user.disabled',
  'user.enabled',
  'password.changed',
  'password.reset',
  'password.reset_requested',
  'passkey.added',
  'passkey.removed',
  'second_factor.set_up',
  'second_factor.removed',
  'second_factor.codes_renewed',
  'session.all_revoked',
];

/** The fields of such an entry that an organization may read: nothing about other organizations, and no session id. */
const shownNames = ['method', 'secondFactor', 'step', 'by', 'remoteIp', 'issuer', 'sessionsEnded'];

/** The sign-ins of an organization's members since they joined. `columns` are of `audit_entries e`. */
export function signInsOf(columns: Sql, organizationId: string): Sql {
  return sql`
    SELECT ${columns} FROM memberships m JOIN audit_entries e ON e.subject_id = m.user_id::text
    WHERE m.organization_id = ${organizationId}::uuid AND e.organization_id IS NULL AND e.application_id IS NULL
      AND e.created_at >= m.created_at AND e.action = ANY (${actions}::text[])`;
}

type Entry = { action: string; detail: AuditDetail };

/** Keeps only the shown fields of such entries, and adds the browser. */
export async function describeSignIns<Row extends Entry>(
  db: Pick<Prisma.TransactionClient, 'session'>,
  rows: Row[],
): Promise<Row[]> {
  const ids = rows.flatMap((row) => (row.action === 'user.signed_in' ? [String(row.detail.sessionId)] : []));
  const sessions = await db.session.findMany({
    where: { id: { in: ids } },
    select: { id: true, remoteIp: true, userAgent: true },
  });
  const bySession = new Map(sessions.map(({ id, ...browser }) => [id, browser]));
  return rows.map((row) => {
    if (!actions.includes(row.action)) return row;
    const shown = Object.entries(row.detail).filter(([name]) => shownNames.includes(name));
    return { ...row, detail: { ...Object.fromEntries(shown), ...bySession.get(String(row.detail.sessionId)) } };
  });
}
