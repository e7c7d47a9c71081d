-- A page takes payments where the organization may: the same rule as `takesLinks` of the domain. It also says when money with
-- the reference of a link has come and waits for a decision, so that nobody pays twice. The name is the one that the operator
-- set, or that of the application: an organization may be called by the address of its owner.
CREATE OR REPLACE VIEW "public_links" WITH (security_barrier = true) AS
SELECT l."id", l."application_id", l."environment", l."token_hash", l."kind",
  CASE WHEN l."status" = 'open' AND l."expires_at" <= now() THEN 'ended' ELSE l."status"::text END AS "status",
  CASE WHEN l."status" = 'open' AND l."expires_at" <= now() THEN 'expiry' ELSE l."ended_by"::text END AS "ended_by",
  l."title", l."description", l."amount", l."amount_min", l."amount_max", l."choices", l."fields", l."expires_at",
  l."phone", l."account_reference", l."return_url", l."language"::text AS "language", l."offline",
  CASE WHEN l."kind" = 'once' THEN l."paid_amount"::int ELSE 0 END AS "paid_amount",
  coalesce(o."public_name", a."name") AS "merchant_name",
  NOT (o."suspended_at" IS NULL AND (l."environment" = 'sandbox' OR o."links_allowed_at" IS NOT NULL
    OR (SELECT count(*) FROM (SELECT 1 FROM "organizations" LIMIT 2) first_two) = 1)) AS "is_suspended",
  c."product"::text AS "product", c."shortcode", c."till_number",
  (SELECT h."amount" FROM "held_confirmations" h
    WHERE l."account_reference" IS NOT NULL AND h."application_id" = l."application_id" AND h."environment" = l."environment"
      AND upper(regexp_replace(h."reference", '[[:space:]-]', '', 'g'))
        = upper(regexp_replace(l."account_reference", '[[:space:]-]', '', 'g'))
    ORDER BY h."held_at" LIMIT 1) AS "held_amount"
FROM "payment_links" l
  JOIN "applications" a ON a."id" = l."application_id"
  JOIN "organizations" o ON o."id" = a."organization_id"
  LEFT JOIN "provider_credentials" c ON c."application_id" = l."application_id" AND c."environment" = l."environment";
