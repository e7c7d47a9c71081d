-- A page names the networks on which its merchant can be paid, the default first. Without one, nobody can pay there.
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
    WHERE t."link_id" = l."id" AND t."prompt_at" IS NOT NULL) ELSE 0 END AS "prompts_sent",
  (SELECT coalesce(json_agg(json_build_object('rail', n."rail", 'number', n."number") ORDER BY n."is_default" DESC, n."rail"), '[]')
    FROM "rail_accounts" n WHERE n."application_id" = l."application_id" AND n."environment" = l."environment") AS "accounts"
FROM "payment_links" l
  JOIN "applications" a ON a."id" = l."application_id"
  JOIN "organizations" o ON o."id" = a."organization_id"
  CROSS JOIN LATERAL (SELECT o."links_allowed_at" IS NOT NULL
    OR (SELECT count(*) FROM (SELECT 1 FROM "organizations" LIMIT 2) first_two) = 1 AS "is_allowed") r
  LEFT JOIN "provider_credentials" c ON c."application_id" = l."application_id" AND c."environment" = l."environment";

-- The page of an attempt names the network that was asked.
CREATE OR REPLACE VIEW "public_attempts" WITH (security_barrier = true) AS
SELECT t."token_hash", t."link_id", t."visit_hash", t."state"::text AS "state", t."refusal", t."retry_at", t."amount", t."created_at",
  '0' || substr(t."phone", 4, 3) || ' ••• ' || substr(t."phone", 10, 3) AS "masked_phone",
  t."payment_id", p."status"::text AS "payment_status", p."amount" AS "paid_amount", p."account_ref",
  p."created_at" AS "payment_created_at", p."prompted_at", p."settled_at", p."result_code", p."result_desc",
  p."provider_receipt",
  CASE WHEN p."status" = 'success' THEN coalesce((SELECT sum(d."amount") FROM "disbursements" d
    WHERE d."application_id" = p."application_id" AND d."environment" = p."environment" AND d."kind" = 'reversal'
      AND d."transaction_id" = p."provider_receipt" AND d."status" = 'success'), 0)::int ELSE 0 END AS "refunded",
  p."rail"::text AS "rail"
FROM "link_attempts" t LEFT JOIN "payments" p ON p."id" = t."payment_id";
