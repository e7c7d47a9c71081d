-- CreateEnum
CREATE TYPE "GuardList" AS ENUM ('block', 'allow');

-- AlterEnum
ALTER TYPE "GuardRuleKind" ADD VALUE 'list';

-- AlterEnum
ALTER TYPE "GuardMode" ADD VALUE 'allow';

-- CreateTable
CREATE TABLE "guard_list_entries" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "list" "GuardList" NOT NULL,
    "phone_hash" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3),
    "reason" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "guard_list_entries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "guard_list_entries_application_id_environment_created_at_id_idx" ON "guard_list_entries"("application_id", "environment", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "guard_list_entries_application_id_environment_phone_hash_li_key" ON "guard_list_entries"("application_id", "environment", "phone_hash", "list");

-- AddForeignKey
ALTER TABLE "guard_list_entries" ADD CONSTRAINT "guard_list_entries_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
