-- A receipt is reversed once, an event can be corrected by a second one, default references are unique, and dead prompts end.

-- AlterEnum
ALTER TYPE "SettledBy" ADD VALUE 'expiry';

-- DropIndex
DROP INDEX "webhook_events_subject_id_type_key";

-- AlterTable
ALTER TABLE "disbursements" ADD COLUMN     "live_receipt" TEXT;

-- AlterTable
ALTER TABLE "payments" ADD COLUMN     "is_default_ref" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "webhook_events" ADD COLUMN     "sequence" INTEGER NOT NULL DEFAULT 1;

-- CreateIndex
CREATE UNIQUE INDEX "disbursements_live_receipt_key" ON "disbursements"("application_id", "environment", "live_receipt") WHERE (live_receipt IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "payments_default_ref_key" ON "payments"("application_id", "environment", "account_ref") WHERE (is_default_ref);

-- CreateIndex
CREATE UNIQUE INDEX "webhook_events_subject_id_type_sequence_key" ON "webhook_events"("subject_id", "type", "sequence");

-- At most one reversal of a receipt is pending or successful. A trigger keeps the column, so that whoever writes a status keeps
-- the rule, too. A success that finds another live reversal of its receipt is recorded without holding the receipt.
CREATE FUNCTION "keep_live_receipt"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  receipt text := upper(NEW."transaction_id");
BEGIN
  IF NEW."status" = 'failed' THEN
    NEW."live_receipt" := NULL;
  ELSIF TG_OP = 'UPDATE' AND EXISTS (
    SELECT 1 FROM "disbursements" o
    WHERE o."application_id" = NEW."application_id" AND o."environment" = NEW."environment"
      AND o."live_receipt" = receipt AND o."id" <> NEW."id") THEN
    NEW."live_receipt" := NULL;
  ELSE
    NEW."live_receipt" := receipt;
  END IF;
  RETURN NEW;
END $$;

-- What is live already: where there are several, the success, else the oldest.
UPDATE "disbursements" SET "live_receipt" = upper("transaction_id") WHERE "id" IN (
  SELECT DISTINCT ON ("application_id", "environment", upper("transaction_id")) "id" FROM "disbursements"
  WHERE "kind" = 'reversal' AND "status" <> 'failed'
  ORDER BY "application_id", "environment", upper("transaction_id"), ("status" = 'success') DESC, "created_at", "id");

CREATE TRIGGER "disbursements_live_receipt_insert" BEFORE INSERT ON "disbursements" FOR EACH ROW
  WHEN (NEW."kind" = 'reversal') EXECUTE FUNCTION "keep_live_receipt"();
CREATE TRIGGER "disbursements_live_receipt_update" BEFORE UPDATE OF "status" ON "disbursements" FOR EACH ROW
  WHEN (NEW."kind" = 'reversal') EXECUTE FUNCTION "keep_live_receipt"();

-- What no sweep looked at any more gets its end.
UPDATE "payments" SET "next_query_at" = "created_at" + interval '49 hours'
WHERE "status" = 'pending' AND "source" = 'stk' AND "next_query_at" IS NULL;
UPDATE "disbursements" SET "next_inquiry_at" = "created_at" + interval '24 hours'
WHERE "status" = 'pending' AND "kind" = 'reversal' AND "originator_conversation_id" IS NULL AND "next_inquiry_at" IS NULL;
