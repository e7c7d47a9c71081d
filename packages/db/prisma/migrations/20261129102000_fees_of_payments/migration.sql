-- Fees whose reason type is that of their payment were kept as other money out. Their details say what they are, in the
-- words of the provider, which come before those of the customer.
UPDATE "statement_lines" l SET "kind" = 'fee'
WHERE l."kind" = 'withdrawn' AND l."matched_at" IS NULL
  AND (regexp_split_to_array(l."details", '\y(?:from|to|acc)\y|[-.]', 'i'))[1] ~* '\y(?:charges?|fees?|tariff)\y'
  AND EXISTS (
    SELECT 1 FROM "statement_lines" p
    WHERE p."application_id" = l."application_id" AND p."environment" = l."environment" AND p."shortcode" = l."shortcode"
      AND p."receipt" = l."receipt" AND p."kind" = 'paid_in')
  AND NOT EXISTS (
    SELECT 1 FROM "statement_lines" f
    WHERE f."application_id" = l."application_id" AND f."environment" = l."environment" AND f."shortcode" = l."shortcode"
      AND f."receipt" = l."receipt" AND f."kind" = 'fee');
