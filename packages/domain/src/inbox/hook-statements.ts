import { empty, type Sql, sql } from '@tillgate/db';
import { perAccountDayMax, perSubjectMax } from './callback.ts';

// Parts of the statement that stores what was posted, one for each hook.

/** The hooks that callbacks are posted to. Each has its own tokens. */
export type Hook = 'stk' | 'result' | 'c2b' | 'rail';

/** The id of the registration with a token: its current one, or a replaced one that is still valid. */
export function registrationOfToken(token: string | Sql, at: Date | Sql): Sql {
  return sql`
    SELECT id FROM c2b_registrations WHERE hook_token = ${token}
    UNION ALL SELECT registration_id FROM c2b_retired_tokens
    WHERE hook_token = ${token} AND (ends_at IS NULL OR ends_at > ${at}::timestamptz)`;
}

/** The row whose hook has the token of `posted`. */
export const subjects: Record<Hook, Sql> = {
  stk: sql`
    SELECT id, 'payment' AS kind, environment, application_id FROM payments WHERE callback_token = posted.token`,
  result: sql`
    SELECT id, 'disbursement' AS kind, environment, application_id FROM disbursements WHERE callback_token = posted.token
    UNION ALL SELECT id, 'inquiry', environment, application_id FROM inquiries WHERE callback_token = posted.token`,
  c2b: sql`
    SELECT id, 'c2b_registration' AS kind, environment, application_id FROM c2b_registrations
    WHERE id IN (${registrationOfToken(sql`posted.token`, sql`posted.received_at`)})`,
  rail: sql`
    SELECT coalesce(p.id, d.id, a.id) AS id, CASE WHEN p.id IS NOT NULL THEN 'payment' WHEN d.id IS NOT NULL THEN
      'disbursement' ELSE 'rail_account' END AS kind, a.environment, a.application_id
    FROM rail_accounts a
    LEFT JOIN payments p ON p.checkout_request_id = posted.about ->> a.rail::text
      AND p.application_id = a.application_id AND p.environment = a.environment AND p.rail = a.rail
    LEFT JOIN disbursements d ON d.originator_conversation_id = posted.about ->> a.rail::text
      AND d.application_id = a.application_id AND d.environment = a.environment AND d.rail = a.rail
    WHERE a.hook_token = posted.token LIMIT 1`,
};

/** A row where the hook of `posted` is known again: its kind says which hook. */
export const subjectOfToken: Sql = sql`
  SELECT id FROM payments WHERE posted.kind = 'stk_callback' AND callback_token = posted.token
  UNION ALL SELECT id FROM disbursements WHERE posted.kind IN ('result', 'queue_timeout') AND callback_token = posted.token
  UNION ALL SELECT id FROM inquiries WHERE posted.kind IN ('result', 'queue_timeout') AND callback_token = posted.token
  UNION ALL SELECT id FROM c2b_registrations WHERE posted.kind = 'c2b_confirmation' AND hook_token = posted.token
  UNION ALL SELECT id FROM rail_accounts WHERE posted.kind = 'rail_notice' AND hook_token = posted.token`;

/** How many bodies the subject of `found` has with this one. `since` narrows what counts of those that are stored. */
const countOf = (since: Sql) => sql`
  (SELECT count(*) FROM provider_callbacks c WHERE c.subject_id = found.subject_id ${since}) + place`;
const hasRoomForSubject = sql`${countOf(empty)} <= ${perSubjectMax}::int`;

/** Whether one more body is stored. A prompt gets one answer, but a shortcode has no limit of offline payments. */
export const hasRoom: Record<Hook, Sql> = {
  stk: hasRoomForSubject,
  result: hasRoomForSubject,
  c2b: sql`true`,
  rail: sql`
    CASE WHEN subject_kind = 'rail_account'
      THEN ${countOf(sql`AND c.received_at > found.received_at - interval '1 day'`)} <= ${perAccountDayMax}::int
      ELSE ${hasRoomForSubject} END`,
};
