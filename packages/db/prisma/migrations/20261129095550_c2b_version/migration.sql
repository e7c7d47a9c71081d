-- CreateEnum
CREATE TYPE "C2bVersion" AS ENUM ('v1', 'v2');

-- AlterTable
ALTER TABLE "provider_credentials" ADD COLUMN     "c2b_version" "C2bVersion";
