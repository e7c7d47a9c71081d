-- CreateTable
CREATE TABLE "public_counters" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "public_counters_pkey" PRIMARY KEY ("key")
);

ALTER TABLE "public_counters" SET UNLOGGED;

-- What a payment page shows of a link: nothing of its metadata, its author or its counts.
CREATE VIEW "public_links" WITH (security_barrier = true) AS
SELECT l."id", l."application_id", l."environment", l."token_hash", l."kind",
  CASE WHEN l."status" = 'open' AND l."expires_at" <= now() THEN 'ended' ELSE l."status"::text END AS "status",
  CASE WHEN l."status" = 'open' AND l."expires_at" <= now() THEN 'expiry' ELSE l."ended_by"::text END AS "ended_by",
  l."title", l."description", l."amount", l."amount_min", l."amount_max", l."choices", l."fields", l."expires_at",
  l."phone", l."account_reference", l."return_url", l."language"::text AS "language", l."offline",
  CASE WHEN l."kind" = 'once' THEN l."paid_amount"::int ELSE 0 END AS "paid_amount",
  coalesce(o."public_name", o."name") AS "merchant_name", o."suspended_at" IS NOT NULL AS "is_suspended",
  c."product"::text AS "product", c."shortcode", c."till_number"
FROM "payment_links" l
  JOIN "applications" a ON a."id" = l."application_id"
  JOIN "organizations" o ON o."id" = a."organization_id"
  LEFT JOIN "provider_credentials" c ON c."application_id" = l."application_id" AND c."environment" = l."environment";

-- What the page of an attempt shows: its own state, and that of its payment.
CREATE VIEW "public_attempts" WITH (security_barrier = true) AS
SELECT t."token_hash", t."link_id", t."visit_hash", t."state"::text AS "state", t."refusal", t."retry_at", t."amount", t."created_at",
  '0' || substr(t."phone", 4, 3) || ' ••• ' || substr(t."phone", 10, 3) AS "masked_phone",
  t."payment_id", p."status"::text AS "payment_status", p."amount" AS "paid_amount", p."account_ref",
  p."created_at" AS "payment_created_at", p."prompted_at", p."settled_at", p."result_code", p."result_desc",
  p."provider_receipt"
FROM "link_attempts" t LEFT JOIN "payments" p ON p."id" = t."payment_id";
