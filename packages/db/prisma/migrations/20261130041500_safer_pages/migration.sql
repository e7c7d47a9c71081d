-- CreateIndex
CREATE INDEX "link_attempts_prompts_of_link_idx" ON "link_attempts"("link_id", "created_at" DESC) WHERE (prompt_at IS NOT NULL);

-- A page says as well how many prompts it has sent, of those that it may, and where it may lead back to. A test page tells
-- how to pay from the menu of a phone only where the organization may take real money on links: that money is real.
CREATE OR REPLACE VIEW "public_links" WITH (security_barrier = true) AS
SELECT l."id", l."application_id", l."environment", l."token_hash", l."kind",
  CASE WHEN l."status" = 'open' AND l."expires_at" <= now() THEN 'ended' ELSE l."status"::text END AS "status",
  CASE WHEN l."status" = 'open' AND l."expires_at" <= now() THEN 'expiry' ELSE l."ended_by"::text END AS "ended_by",
  l."title", l."description", l."amount", l."amount_min", l."amount_max", l."choices", l."fields", l."expires_at",
  l."phone", l."account_reference", l."return_url", l."language"::text AS "language",
  l."offline" AND r."is_allowed" AS "offline",
  CASE WHEN l."kind" = 'once' THEN l."paid_amount"::int ELSE 0 END AS "paid_amount",
  coalesce(o."public_name", a."name") AS "merchant_name",
  NOT (o."suspended_at" IS NULL AND (l."environment" = 'sandbox' OR r."is_allowed")) AS "is_suspended",
  c."product"::text AS "product", c."shortcode", c."till_number",
  (SELECT h."amount" FROM "held_confirmations" h
    WHERE l."account_reference" IS NOT NULL AND h."application_id" = l."application_id" AND h."environment" = l."environment"
      AND upper(regexp_replace(h."reference", '[[:space:]-]', '', 'g'))
        = upper(regexp_replace(l."account_reference", '[[:space:]-]', '', 'g'))
    ORDER BY h."held_at" LIMIT 1) AS "held_amount",
  a."return_hosts", l."prompts_allowed",
  CASE WHEN l."kind" = 'once' THEN (SELECT count(*)::int FROM "link_attempts" t
    WHERE t."link_id" = l."id" AND t."prompt_at" IS NOT NULL) ELSE 0 END AS "prompts_sent"
FROM "payment_links" l
  JOIN "applications" a ON a."id" = l."application_id"
  JOIN "organizations" o ON o."id" = a."organization_id"
  CROSS JOIN LATERAL (SELECT o."links_allowed_at" IS NOT NULL
    OR (SELECT count(*) FROM (SELECT 1 FROM "organizations" LIMIT 2) first_two) = 1 AS "is_allowed") r
  LEFT JOIN "provider_credentials" c ON c."application_id" = l."application_id" AND c."environment" = l."environment";
