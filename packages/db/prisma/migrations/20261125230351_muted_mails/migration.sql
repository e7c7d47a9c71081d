-- AlterTable
ALTER TABLE "users" ADD COLUMN     "muted_mails" TEXT[] DEFAULT ARRAY[]::TEXT[];
