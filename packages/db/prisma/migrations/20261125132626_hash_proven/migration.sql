-- AlterTable
ALTER TABLE "c2b_registrations" ADD COLUMN     "hash_proven_at" TIMESTAMPTZ(3);
