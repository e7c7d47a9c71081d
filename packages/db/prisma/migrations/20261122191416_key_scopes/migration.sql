-- Keys get scopes and an allow-list. Keys that exist keep everything that they could do, and so do keys that a process of the
-- version before makes meanwhile. Their constant defaults rewrite no row.

-- CreateEnum
CREATE TYPE "KeyScope" AS ENUM ('collect', 'read', 'refund', 'payout', 'offline', 'inquire');

-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "allowed_ips" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "scopes" "KeyScope"[] DEFAULT ARRAY['collect', 'read', 'refund', 'payout', 'offline', 'inquire']::"KeyScope"[];

ALTER TABLE "api_keys"
  ADD CONSTRAINT "api_keys_scopes_present" CHECK ("scopes" IS NOT NULL AND cardinality("scopes") > 0),
  ADD CONSTRAINT "api_keys_allowed_ips_present" CHECK ("allowed_ips" IS NOT NULL);
