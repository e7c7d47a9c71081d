import { eventCtes } from './statements.ts';

/** What a settlement adds to the audit. */
export type Audit = { id: string; actor: string; action: string; detail: object };

/** The event `$2` with the body `$3` at `$4` about the row of a CTE with `id`, `application_id` and `environment`. */
export function eventFrom(cte: string): string {
  return eventCtes({
    from: cte,
    type: '$2',
    subjectId: `${cte}.id`,
    applicationId: `${cte}.application_id`,
    environment: `${cte}.environment`,
    body: '$3',
    at: '$4',
  });
}

/**
 * The audit row of a CTE with `id` and `application_id`: the time is parameter `at`, {@link auditValues} begin at `first`.
 * Without an audit nothing is written.
 */
export function auditFrom(cte: string, at: number, first: number): string {
  return `
    INSERT INTO audit_entries (id, organization_id, application_id, actor, action, subject_id, detail, created_at)
    SELECT $${first}::uuid, a.organization_id, s.application_id, $${first + 1}, $${first + 2}, s.id::text,
      $${first + 3}::jsonb, $${at}::timestamptz
    FROM ${cte} s JOIN applications a ON a.id = s.application_id WHERE $${first}::uuid IS NOT NULL`;
}

/** Four parameters for {@link auditFrom}. */
export function auditValues(audit: Audit | null): [string | null, string | null, string | null, string] {
  return [audit?.id ?? null, audit?.actor ?? null, audit?.action ?? null, JSON.stringify(audit?.detail ?? {})];
}
