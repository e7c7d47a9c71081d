-- The operator can disable a person and suspend an organization. Nobody is either yet, so no row is rewritten, and a process of
-- the version before reads and writes neither column.

-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "suspended_at" TIMESTAMPTZ(3),
ADD COLUMN     "suspension_reason" TEXT;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "disabled_at" TIMESTAMPTZ(3);

ALTER TABLE "organizations"
  ADD CONSTRAINT "organizations_suspension_has_reason" CHECK (("suspended_at" IS NULL) = ("suspension_reason" IS NULL));
