-- AlterEnum
ALTER TYPE "ReviewReason" ADD VALUE 'link_paid_back';

-- AlterTable
ALTER TABLE "link_credits" ADD COLUMN     "reversed_amount" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "payment_receipts" (
    "payment_id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "token_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payment_receipts_pkey" PRIMARY KEY ("payment_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "payment_receipts_token_hash_key" ON "payment_receipts"("token_hash");

-- AddForeignKey
ALTER TABLE "payment_receipts" ADD CONSTRAINT "payment_receipts_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "payment_receipts"
  ADD CONSTRAINT "payment_receipts_token_hash_format" CHECK ("token_hash" ~ '^[0-9a-f]{64}$');

ALTER TABLE "link_credits"
  ADD CONSTRAINT "link_credits_reversed_range" CHECK ("reversed_amount" BETWEEN 0 AND "amount"),
  ADD CONSTRAINT "link_credits_reversed_at_some_time" CHECK (("reversed_amount" > 0) = ("reversed_at" IS NOT NULL));

-- Money that counts towards a link went back, or turned out to be the same as other money: the credit is due again. While
-- it is being counted, its note is there still: this waits for it, and notes the payment once more.
CREATE FUNCTION "note_credit_reversed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "credits_due" ("payment_id", "noted_at")
  SELECT p."id", coalesce(NEW."settled_at", NEW."created_at") FROM "payments" p
  WHERE p."application_id" = NEW."application_id" AND p."environment" = NEW."environment"
    AND p."provider_receipt" = NEW."transaction_id"
    AND (EXISTS (SELECT 1 FROM "link_credits" c WHERE c."payment_id" = p."id")
      OR EXISTS (SELECT 1 FROM "credits_due" n WHERE n."payment_id" = p."id"))
  ON CONFLICT ("payment_id") DO UPDATE SET "noted_at" = EXCLUDED."noted_at";
  RETURN NULL;
END $$;

CREATE TRIGGER "disbursements_note_credit_reversed" AFTER UPDATE OF "status" ON "disbursements" FOR EACH ROW
  WHEN (NEW."kind" = 'reversal' AND NEW."status" = 'success' AND OLD."status" <> 'success')
  EXECUTE FUNCTION "note_credit_reversed"();

CREATE FUNCTION "note_credit_of_same_money"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "credits_due" ("payment_id", "noted_at")
  SELECT NEW."id", coalesce(NEW."settled_at", NEW."created_at")
  WHERE EXISTS (SELECT 1 FROM "link_credits" c WHERE c."payment_id" = NEW."id")
    OR EXISTS (SELECT 1 FROM "credits_due" n WHERE n."payment_id" = NEW."id")
  ON CONFLICT ("payment_id") DO UPDATE SET "noted_at" = EXCLUDED."noted_at";
  RETURN NULL;
END $$;

CREATE TRIGGER "payments_note_credit_of_same_money" AFTER UPDATE OF "same_money_as" ON "payments" FOR EACH ROW
  WHEN (NEW."same_money_as" IS NOT NULL AND OLD."same_money_as" IS NULL AND NEW."status" = 'success')
  EXECUTE FUNCTION "note_credit_of_same_money"();

-- What a receipt shows to whoever has its address: that of an attempt, or one that a member made. Of a person whose data
-- was erased, it shows the amount and the receipt alone.
CREATE VIEW "public_receipts" WITH (security_barrier = true) AS
SELECT r."token_hash", p."environment", p."amount", p."exact_amount", p."provider_receipt", p."shortcode",
  CASE WHEN p."source" = 'c2b' THEN p."created_at" ELSE p."settled_at" END AS "paid_at",
  coalesce(o."public_name", a."name") AS "merchant_name",
  CASE WHEN NOT e."is_erased" THEN p."account_ref" END AS "account_ref",
  CASE WHEN e."is_erased" THEN NULL
    WHEN p."phone" ~ '^254[0-9]{9}$' THEN '0' || substr(p."phone", 4, 3) || ' ••• ' || substr(p."phone", 10, 3)
    WHEN p."phone" LIKE '%*%' AND length(p."phone") <= 16 THEN p."phone" END AS "masked_phone",
  CASE WHEN NOT e."is_erased" THEN l."title" END AS "title",
  CASE WHEN NOT e."is_erased" THEN t."answers" END AS "answers",
  coalesce(l."fields", '[]') AS "fields", coalesce(l."language"::text, 'auto') AS "language",
  coalesce((SELECT sum(d."amount") FROM "disbursements" d
    WHERE d."application_id" = p."application_id" AND d."environment" = p."environment" AND d."kind" = 'reversal'
      AND d."transaction_id" = p."provider_receipt" AND d."status" = 'success'), 0)::int AS "refunded"
FROM (
    SELECT "token_hash", "payment_id", "id" AS "attempt_id" FROM "link_attempts" WHERE "payment_id" IS NOT NULL
    UNION ALL
    SELECT s."token_hash", s."payment_id",
      (SELECT b."id" FROM "link_attempts" b WHERE b."payment_id" = s."payment_id" LIMIT 1)
    FROM "payment_receipts" s) r
  JOIN "payments" p ON p."id" = r."payment_id"
  CROSS JOIN LATERAL (SELECT p."phone" IS NOT DISTINCT FROM '254000000000' AS "is_erased") e
  JOIN "applications" a ON a."id" = p."application_id"
  JOIN "organizations" o ON o."id" = a."organization_id"
  LEFT JOIN "link_attempts" t ON t."id" = r."attempt_id"
  LEFT JOIN "payment_links" l ON l."id" = t."link_id"
WHERE p."status" = 'success';

-- The page of an attempt says as well what of its money went back.
CREATE OR REPLACE VIEW "public_attempts" WITH (security_barrier = true) AS
SELECT t."token_hash", t."link_id", t."visit_hash", t."state"::text AS "state", t."refusal", t."retry_at", t."amount", t."created_at",
  '0' || substr(t."phone", 4, 3) || ' ••• ' || substr(t."phone", 10, 3) AS "masked_phone",
  t."payment_id", p."status"::text AS "payment_status", p."amount" AS "paid_amount", p."account_ref",
  p."created_at" AS "payment_created_at", p."prompted_at", p."settled_at", p."result_code", p."result_desc",
  p."provider_receipt",
  CASE WHEN p."status" = 'success' THEN coalesce((SELECT sum(d."amount") FROM "disbursements" d
    WHERE d."application_id" = p."application_id" AND d."environment" = p."environment" AND d."kind" = 'reversal'
      AND d."transaction_id" = p."provider_receipt" AND d."status" = 'success'), 0)::int ELSE 0 END AS "refunded"
FROM "link_attempts" t LEFT JOIN "payments" p ON p."id" = t."payment_id";
