-- AlterTable
ALTER TABLE "c2b_registrations" ADD COLUMN     "nominated_phone" TEXT,
ADD COLUMN     "pull_due_at" TIMESTAMPTZ(3),
ADD COLUMN     "pull_error" TEXT,
ADD COLUMN     "pull_registered_at" TIMESTAMPTZ(3),
ADD COLUMN     "pulled_to" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "c2b_registrations_pull_due_idx" ON "c2b_registrations"("pull_due_at") WHERE (pull_due_at IS NOT NULL);
