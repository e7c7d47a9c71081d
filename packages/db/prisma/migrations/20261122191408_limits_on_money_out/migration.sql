-- Limits on money out, and who asked for it. New columns are nullable or have a default, so processes of the version before
-- keep working: what they write has no requester and no limits.

-- AlterEnum
ALTER TYPE "OrderKind" ADD VALUE 'policy_change';

-- AlterTable
ALTER TABLE "approval_policies" ADD COLUMN     "api_approval_from" INTEGER,
ADD COLUMN     "per_day" INTEGER,
ADD COLUMN     "per_key_per_day" INTEGER,
ADD COLUMN     "per_recipient_per_day" INTEGER,
ADD COLUMN     "per_transaction" INTEGER,
ADD COLUMN     "require_key" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "disbursements" ADD COLUMN     "requested_by" TEXT;

-- CreateIndex
CREATE INDEX "orders_unapproved_idx" ON "orders"("application_id", "environment", "kind", "executed_at") WHERE (decided_by IS NULL);

-- AddConstraint
ALTER TABLE "approval_policies"
  ADD CONSTRAINT "approval_policies_limits_positive" CHECK ("api_approval_from" > 0 AND "per_transaction" > 0 AND "per_day" > 0
    AND "per_recipient_per_day" > 0 AND "per_key_per_day" > 0);
