-- Callbacks carry the kind of their subject. The column stays nullable: a process of the version before does not set it, and
-- a reader works the kind out where it is null. A later version can make it NOT NULL. This migration only adds the column,
-- so that the table is locked for a moment; the next one fills it.

-- CreateEnum
CREATE TYPE "CallbackSubject" AS ENUM ('payment', 'disbursement', 'inquiry', 'c2b_registration');

-- AlterTable
ALTER TABLE "provider_callbacks" ADD COLUMN     "subject_kind" "CallbackSubject";
