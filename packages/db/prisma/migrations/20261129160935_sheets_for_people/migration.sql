-- CreateEnum
CREATE TYPE "ExportLanguage" AS ENUM ('en', 'sw');

-- AlterTable
ALTER TABLE "export_parts" ADD COLUMN     "people" BYTEA;

-- AlterTable
ALTER TABLE "export_schedules" ADD COLUMN     "language" "ExportLanguage" NOT NULL DEFAULT 'en';

-- AlterTable
ALTER TABLE "exports" ADD COLUMN     "language" "ExportLanguage" NOT NULL DEFAULT 'en',
ADD COLUMN     "people" JSONB;

-- Workbooks that are being made have no sheet for people in the parts that they have. They begin again.
DELETE FROM export_parts WHERE export_id IN (SELECT id FROM exports WHERE format = 'xlsx' AND status = 'running');
UPDATE exports SET part_count = 0, row_count = 0, cursor_at = NULL, cursor_id = NULL, crc32 = 0, plain_bytes = 0,
  stored_bytes = 0 WHERE format = 'xlsx' AND status = 'running';
