-- People resolve what is stuck by an order of its own kind, and a policy says from which amount a second person has to agree.

-- AlterEnum
ALTER TYPE "OrderKind" ADD VALUE 'resolution';

-- AlterTable
ALTER TABLE "approval_policies" ADD COLUMN     "resolution_from" INTEGER;

-- CreateIndex
CREATE INDEX "reviews_closed_idx" ON "reviews"("application_id", "environment", "opened_at", "id") WHERE (status = 'closed');

ALTER TABLE "approval_policies" ADD CONSTRAINT "approval_policies_resolution_from_positive" CHECK ("resolution_from" > 0);
