-- AlterTable
ALTER TABLE "c2b_registrations" ADD COLUMN     "pull_left_out" JSONB;
