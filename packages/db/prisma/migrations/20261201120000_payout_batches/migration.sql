-- CreateEnum
CREATE TYPE "PayoutBatchStatus" AS ENUM ('checking', 'draft', 'awaiting_approval', 'approved', 'running', 'paused', 'ended', 'cancelled', 'rejected', 'expired');

-- CreateEnum
CREATE TYPE "PayoutBatchPause" AS ENUM ('caller', 'initiator', 'float', 'day_limit', 'unclear', 'refusals', 'requester', 'suspended');

-- CreateEnum
CREATE TYPE "PayoutBatchRowState" AS ENUM ('good', 'refused', 'skipped', 'handed');

-- AlterEnum
ALTER TYPE "ReviewReason" ADD VALUE 'paid_twice';

-- AlterEnum
ALTER TYPE "OrderKind" ADD VALUE 'payout_batch';

-- AlterTable
ALTER TABLE "approval_policies" ADD COLUMN     "batch_from" INTEGER;

-- CreateTable
CREATE TABLE "payout_batches" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "name" TEXT NOT NULL,
    "note" TEXT,
    "command_id" TEXT NOT NULL,
    "status" "PayoutBatchStatus" NOT NULL,
    "row_count" INTEGER NOT NULL,
    "rows_hash" TEXT NOT NULL,
    "file_name" TEXT,
    "file_bytes" INTEGER,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "checked_at" TIMESTAMPTZ(3),
    "findings" JSONB,
    "submitted_by" TEXT,
    "submitted_at" TIMESTAMPTZ(3),
    "scheduled_for" TIMESTAMPTZ(3),
    "approved_at" TIMESTAMPTZ(3),
    "approved_by" UUID,
    "started_at" TIMESTAMPTZ(3),
    "running_since" TIMESTAMPTZ(3),
    "paused_at" TIMESTAMPTZ(3),
    "paused_because" "PayoutBatchPause",
    "ignores_float" BOOLEAN NOT NULL DEFAULT false,
    "balance_asked_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "parent_id" UUID,
    "claimed_until" TIMESTAMPTZ(3),
    "signal_after" TIMESTAMPTZ(3),

    CONSTRAINT "payout_batches_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payout_batch_rows" (
    "id" UUID NOT NULL,
    "batch_id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "number" INTEGER NOT NULL,
    "phone" TEXT,
    "amount" INTEGER,
    "name" TEXT,
    "reference" TEXT,
    "reference_key" TEXT,
    "remarks" TEXT,
    "occasion" TEXT,
    "state" "PayoutBatchRowState" NOT NULL,
    "problems" JSONB NOT NULL DEFAULT '[]',
    "warnings" JSONB NOT NULL DEFAULT '[]',
    "skipped_because" TEXT,
    "handed_at" TIMESTAMPTZ(3),
    "disbursement_id" UUID,
    "retry_of" UUID,

    CONSTRAINT "payout_batch_rows_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "payout_batches_application_id_environment_created_at_id_idx" ON "payout_batches"("application_id", "environment", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "payout_batches_application_id_environment_rows_hash_idx" ON "payout_batches"("application_id", "environment", "rows_hash");

-- CreateIndex
CREATE INDEX "payout_batches_live_idx" ON "payout_batches"("created_at") WHERE (ended_at IS NULL);

-- CreateIndex
CREATE INDEX "payout_batches_unended_idx" ON "payout_batches"("application_id", "environment") WHERE (ended_at IS NULL);

-- CreateIndex
CREATE INDEX "payout_batches_ended_at_idx" ON "payout_batches"("ended_at");

-- CreateIndex
CREATE UNIQUE INDEX "payout_batches_id_application_id_environment_key" ON "payout_batches"("id", "application_id", "environment");

-- CreateIndex
CREATE UNIQUE INDEX "payout_batch_rows_disbursement_id_key" ON "payout_batch_rows"("disbursement_id");

-- CreateIndex
CREATE UNIQUE INDEX "payout_batch_rows_retry_of_key" ON "payout_batch_rows"("retry_of");

-- CreateIndex
CREATE INDEX "payout_batch_rows_good_idx" ON "payout_batch_rows"("batch_id", "number") WHERE (state = 'good');

-- CreateIndex
CREATE INDEX "payout_batch_rows_handed_idx" ON "payout_batch_rows"("batch_id", "handed_at") WHERE (state = 'handed');

-- CreateIndex
CREATE INDEX "payout_batch_rows_references_idx" ON "payout_batch_rows"("application_id", "environment", "reference_key", "handed_at") WHERE (state = 'handed' AND reference_key IS NOT NULL);

-- CreateIndex
CREATE INDEX "payout_batch_rows_retries_idx" ON "payout_batch_rows"("handed_at") WHERE (state = 'handed' AND retry_of IS NOT NULL);

-- CreateIndex
CREATE INDEX "payout_batch_rows_waiting_idx" ON "payout_batch_rows"("application_id", "environment", "phone") WHERE (state = 'good');

-- CreateIndex
CREATE UNIQUE INDEX "payout_batch_rows_batch_id_number_key" ON "payout_batch_rows"("batch_id", "number");

-- AddForeignKey
ALTER TABLE "payout_batches" ADD CONSTRAINT "payout_batches_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payout_batches" ADD CONSTRAINT "payout_batches_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "payout_batches"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payout_batch_rows" ADD CONSTRAINT "payout_batch_rows_batch_id_application_id_environment_fkey" FOREIGN KEY ("batch_id", "application_id", "environment") REFERENCES "payout_batches"("id", "application_id", "environment") ON DELETE RESTRICT ON UPDATE CASCADE;


ALTER TABLE "payout_batches"
  ADD CONSTRAINT "payout_batches_rows_hash_format" CHECK ("rows_hash" ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT "payout_batches_row_count_range" CHECK ("row_count" BETWEEN 1 AND 5000),
  ADD CONSTRAINT "payout_batches_checked" CHECK ("status" IN ('checking', 'cancelled') OR "checked_at" IS NOT NULL),
  ADD CONSTRAINT "payout_batches_submitted" CHECK (("submitted_by" IS NULL) = ("submitted_at" IS NULL)),
  ADD CONSTRAINT "payout_batches_approved" CHECK ("status" NOT IN ('approved', 'running', 'paused', 'ended')
    OR ("approved_at" IS NOT NULL AND "submitted_by" IS NOT NULL)),
  ADD CONSTRAINT "payout_batches_pause_has_reason" CHECK (("status" = 'paused') = ("paused_because" IS NOT NULL)
    AND ("status" = 'paused') = ("paused_at" IS NOT NULL)),
  ADD CONSTRAINT "payout_batches_ended_at_some_time" CHECK
    (("status" IN ('ended', 'cancelled', 'rejected', 'expired')) = ("ended_at" IS NOT NULL)),
  ADD CONSTRAINT "payout_batches_file_has_size" CHECK (("file_name" IS NULL) = ("file_bytes" IS NULL));

ALTER TABLE "payout_batch_rows"
  ADD CONSTRAINT "payout_batch_rows_reference_key_format" CHECK ("reference_key" ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT "payout_batch_rows_number_positive" CHECK ("number" > 0),
  ADD CONSTRAINT "payout_batch_rows_phone_format" CHECK ("phone" ~ '^254[0-9]{9}$' OR "state" <> 'good'),
  ADD CONSTRAINT "payout_batch_rows_amount_range" CHECK ("amount" BETWEEN 1 AND 150000),
  ADD CONSTRAINT "payout_batch_rows_paid_is_whole" CHECK ("state" NOT IN ('good', 'handed')
    OR ("phone" IS NOT NULL AND "amount" IS NOT NULL)),
  ADD CONSTRAINT "payout_batch_rows_handed_has_payout" CHECK (("state" = 'handed') = ("disbursement_id" IS NOT NULL)
    AND ("state" = 'handed') = ("handed_at" IS NOT NULL)),
  ADD CONSTRAINT "payout_batch_rows_skipped_has_reason" CHECK (("state" = 'skipped') = ("skipped_because" IS NOT NULL));
