import { type Sql, sql } from '@tillgate/db';

/** Joins the rows that the reviews `r` are about. At most one of them exists for a review. */
export const joinSubjects: Sql = sql`
  LEFT JOIN payments p ON r.subject_kind = 'payment' AND p.id = r.subject_id
  LEFT JOIN disbursements d ON r.subject_kind = 'disbursement' AND d.id = r.subject_id
  LEFT JOIN inquiries i ON r.subject_kind = 'inquiry' AND i.id = r.subject_id
  LEFT JOIN held_confirmations h ON r.subject_kind = 'callback' AND h.callback_id = r.subject_id
  LEFT JOIN statement_lines l ON r.subject_kind = 'statement_line' AND l.id = r.subject_id`;

/** The money that a review is about: `amount` in KES with cents, and `receipt`. Null where they are not known. */
export const subjectMoney: Sql = sql`
  coalesce(exact_kes(p.amount, p.exact_amount), d.amount, exact_kes(h.amount, h.exact_amount),
    (l.paid_in_cents + l.withdrawn_cents) / 100.0)::float8 AS amount,
  coalesce(p.provider_receipt, d.provider_receipt, d.transaction_id, i.transaction_id, h.receipt, l.receipt,
    r.detail->>'receipt') AS receipt`;
