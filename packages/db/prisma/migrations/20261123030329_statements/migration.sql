-- CreateEnum
CREATE TYPE "StatementLineKind" AS ENUM ('paid_in', 'withdrawn', 'fee', 'reversal');

-- CreateEnum
CREATE TYPE "StatementMatch" AS ENUM ('receipt', 'evidence');

-- AlterEnum
-- This migration adds more than one value to an enum.
-- With PostgreSQL versions 11 and earlier, this is not possible
-- in a single migration. This can be worked around by creating
-- multiple migrations, each migration adding only one value to
-- the enum.


ALTER TYPE "ReviewReason" ADD VALUE 'statement_missing_here';
ALTER TYPE "ReviewReason" ADD VALUE 'statement_missing_there';
ALTER TYPE "ReviewReason" ADD VALUE 'statement_amount_differed';
ALTER TYPE "ReviewReason" ADD VALUE 'statement_duplicate';
ALTER TYPE "ReviewReason" ADD VALUE 'statement_reversed';

-- AlterEnum
ALTER TYPE "ReviewSubject" ADD VALUE 'statement_line';

-- CreateTable
CREATE TABLE "statements" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "shortcode" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "file_hash" TEXT NOT NULL,
    "covers_from" TIMESTAMPTZ(3) NOT NULL,
    "covers_to" TIMESTAMPTZ(3) NOT NULL,
    "line_count" INTEGER NOT NULL,
    "new_line_count" INTEGER NOT NULL,
    "problem_count" INTEGER NOT NULL,
    "imported_by" TEXT NOT NULL,
    "imported_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "statements_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "statement_lines" (
    "id" UUID NOT NULL,
    "statement_id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "shortcode" TEXT NOT NULL,
    "receipt" TEXT NOT NULL,
    "kind" "StatementLineKind" NOT NULL,
    "completed_at" TIMESTAMPTZ(3) NOT NULL,
    "file_row" INTEGER NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "paid_in_cents" BIGINT NOT NULL,
    "withdrawn_cents" BIGINT NOT NULL,
    "balance_cents" BIGINT,
    "details" TEXT NOT NULL,
    "line_type" TEXT NOT NULL,
    "other_party" TEXT NOT NULL,
    "linked_receipt" TEXT,
    "account_ref" TEXT NOT NULL,
    "payment_id" UUID,
    "disbursement_id" UUID,
    "matched_by" "StatementMatch",
    "matched_at" TIMESTAMPTZ(3),

    CONSTRAINT "statement_lines_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "statements_application_id_environment_shortcode_covers_to_idx" ON "statements"("application_id", "environment", "shortcode", "covers_to");

-- CreateIndex
CREATE UNIQUE INDEX "statements_application_id_environment_shortcode_file_hash_key" ON "statements"("application_id", "environment", "shortcode", "file_hash");

-- CreateIndex
CREATE INDEX "statement_lines_application_id_environment_shortcode_comple_idx" ON "statement_lines"("application_id", "environment", "shortcode", "completed_at", "ordinal");

-- CreateIndex
CREATE INDEX "statement_lines_unmatched_idx" ON "statement_lines"("application_id", "environment", "shortcode", "completed_at") WHERE (matched_at IS NULL);

-- CreateIndex
CREATE INDEX "statement_lines_payment_id_idx" ON "statement_lines"("payment_id");

-- CreateIndex
CREATE INDEX "statement_lines_disbursement_id_idx" ON "statement_lines"("disbursement_id");

-- CreateIndex
CREATE UNIQUE INDEX "statement_lines_application_id_environment_shortcode_receip_key" ON "statement_lines"("application_id", "environment", "shortcode", "receipt", "kind");

-- AddForeignKey
ALTER TABLE "statements" ADD CONSTRAINT "statements_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_statement_id_fkey" FOREIGN KEY ("statement_id") REFERENCES "statements"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
