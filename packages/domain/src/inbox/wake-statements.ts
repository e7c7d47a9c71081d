import { type Sql, sql } from '@tillgate/db';
import { paymentWindowSeconds } from './callback.ts';

/**
 * Makes held confirmations due that may belong to a payment of `from`, which has ended. `from` is a CTE with
 * `environment`, `shortcode`, `amount` and `created_at`.
 */
export function wakeHeld(from: Sql, at: Date): Sql {
  return sql`
    UPDATE provider_callbacks c SET retry_at = ${at}::timestamptz
    FROM held_confirmations h, ${from} s
    WHERE c.id = h.callback_id AND c.retry_at IS NOT NULL AND h.environment = s.environment
      AND h.shortcode = s.shortcode AND h.amount = s.amount
      AND c.received_at >= s.created_at AND h.paid_at <= s.created_at + make_interval(secs => ${paymentWindowSeconds})`;
}
