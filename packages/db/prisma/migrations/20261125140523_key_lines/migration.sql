-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "line_id" UUID;
