import { type Queryable, query, sql } from '@tillgate/db';
import type { CallbackRow } from '../inbox/index.ts';
import type { Tenant } from '../kernel/context.ts';
import type { RailName } from '../rails/index.ts';

/** Whose account a notice was posted to, and our id of what it is about; null when it is about the account. */
export type NoticeSubject = Tenant & { rail: RailName; about: string | null };

export async function findNoticeSubject(
  db: Queryable,
  { subjectId, subjectKind }: Pick<CallbackRow, 'subjectId' | 'subjectKind'>,
): Promise<NoticeSubject | undefined> {
  const [row] = await query<NoticeSubject>(
    db,
    'notice_subject_find',
    sql`
      SELECT application_id AS "applicationId", environment, rail::text AS rail, about FROM (
        SELECT 'payment' AS kind, id, application_id, environment, rail, checkout_request_id AS about FROM payments
        UNION ALL SELECT 'disbursement', id, application_id, environment, rail, originator_conversation_id FROM disbursements
        UNION ALL SELECT 'rail_account', id, application_id, environment, rail, NULL FROM rail_accounts) subject
      WHERE kind = ${subjectKind}::text AND id = ${subjectId}::uuid`,
  );
  return row;
}
