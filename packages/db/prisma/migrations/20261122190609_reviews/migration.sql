-- What waits for a person becomes a row of its own, with its reason. The flags on payments and disbursements stay, kept by a
-- trigger, so that lists need no join.

-- AlterEnum
ALTER TYPE "SettledBy" ADD VALUE 'person';
ALTER TYPE "DisbursementDoor" ADD VALUE 'person';

-- CreateEnum
CREATE TYPE "ReviewSubject" AS ENUM ('payment', 'disbursement', 'inquiry', 'callback');

-- CreateEnum
CREATE TYPE "ReviewStatus" AS ENUM ('open', 'closed');

-- CreateEnum
CREATE TYPE "ReviewReason" AS ENUM ('outcome_unknown', 'result_contradicted', 'paid_late', 'amount_differed', 'same_money', 'callback_failed', 'confirmation_undecided', 'confirmation_unmatched', 'confirmation_unverified', 'receipt_conflict', 'question_unfollowed');

-- AlterTable
ALTER TABLE "c2b_rules" ADD COLUMN     "verify_from" INTEGER;

-- AlterTable
ALTER TABLE "inquiries" ADD COLUMN     "callback_id" UUID;

-- AlterTable
ALTER TABLE "payments" ADD COLUMN     "same_money_as" UUID;

-- CreateTable
CREATE TABLE "held_confirmations" (
    "callback_id" UUID NOT NULL,
    "registration_id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "shortcode" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "receipt" TEXT NOT NULL,
    "phone" TEXT NOT NULL,
    "payer_phone" TEXT,
    "reference" TEXT NOT NULL,
    "paid_at" TIMESTAMPTZ(3) NOT NULL,
    "held_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "held_confirmations_pkey" PRIMARY KEY ("callback_id")
);

-- CreateTable
CREATE TABLE "reviews" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "subject_kind" "ReviewSubject" NOT NULL,
    "subject_id" UUID NOT NULL,
    "reason" "ReviewReason" NOT NULL,
    "detail" JSON NOT NULL,
    "status" "ReviewStatus" NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "assigned_to" UUID,
    "closed_at" TIMESTAMPTZ(3),
    "closed_by" TEXT,
    "closing_note" TEXT,

    CONSTRAINT "reviews_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "review_notes" (
    "id" UUID NOT NULL,
    "review_id" UUID NOT NULL,
    "actor" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "review_notes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "held_confirmations_environment_shortcode_amount_idx" ON "held_confirmations"("environment", "shortcode", "amount");

-- CreateIndex
CREATE INDEX "reviews_subject_kind_subject_id_idx" ON "reviews"("subject_kind", "subject_id");

-- CreateIndex
CREATE INDEX "reviews_open_idx" ON "reviews"("application_id", "environment", "opened_at", "id") WHERE (status = 'open');

-- CreateIndex
CREATE UNIQUE INDEX "reviews_open_key" ON "reviews"("subject_kind", "subject_id", "reason") WHERE (status = 'open');

-- CreateIndex
CREATE INDEX "review_notes_review_id_created_at_idx" ON "review_notes"("review_id", "created_at");

-- CreateIndex
CREATE INDEX "inquiries_callback_idx" ON "inquiries"("callback_id") WHERE (callback_id IS NOT NULL);

-- AddForeignKey
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_notes" ADD CONSTRAINT "review_notes_review_id_fkey" FOREIGN KEY ("review_id") REFERENCES "reviews"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Whether a payment or disbursement needs review is whether a review of it is open.
CREATE FUNCTION "mark_reviewed_subject"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  waits boolean := EXISTS (
    SELECT 1 FROM "reviews" r
    WHERE r."subject_kind" = NEW."subject_kind" AND r."subject_id" = NEW."subject_id" AND r."status" = 'open');
BEGIN
  IF NEW."subject_kind" = 'payment' THEN
    UPDATE "payments" SET "needs_review" = waits WHERE "id" = NEW."subject_id" AND "needs_review" <> waits;
  ELSIF NEW."subject_kind" = 'disbursement' THEN
    UPDATE "disbursements" SET "needs_review" = waits WHERE "id" = NEW."subject_id" AND "needs_review" <> waits;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "reviews_mark_subject" AFTER INSERT OR UPDATE OF "status" ON "reviews"
  FOR EACH ROW EXECUTE FUNCTION "mark_reviewed_subject"();

ALTER TABLE "reviews"
  ADD CONSTRAINT "reviews_open_iff_not_closed" CHECK (("status" = 'open') = ("closed_at" IS NULL)),
  ADD CONSTRAINT "reviews_closed_by_somebody" CHECK (("closed_at" IS NULL) = ("closed_by" IS NULL));

ALTER TABLE "c2b_rules" ADD CONSTRAINT "c2b_rules_verify_from_positive" CHECK ("verify_from" > 0);

-- What was flagged before gets a review, so that it is in the queue.
INSERT INTO "reviews" ("id", "application_id", "environment", "subject_kind", "subject_id", "reason", "detail", "status", "opened_at")
SELECT gen_random_uuid(), "application_id", "environment", 'payment'::"ReviewSubject", "id",
  (CASE WHEN "status" = 'pending' THEN 'outcome_unknown' ELSE 'result_contradicted' END)::"ReviewReason", '{}'::json, 'open'::"ReviewStatus",
  coalesce("settled_at", "created_at")
FROM "payments" WHERE "needs_review"
UNION ALL
SELECT gen_random_uuid(), "application_id", "environment", 'disbursement'::"ReviewSubject", "id",
  (CASE WHEN "status" = 'pending' THEN 'outcome_unknown' ELSE 'result_contradicted' END)::"ReviewReason", '{}'::json, 'open'::"ReviewStatus",
  coalesce("settled_at", "created_at")
FROM "disbursements" WHERE "needs_review";
