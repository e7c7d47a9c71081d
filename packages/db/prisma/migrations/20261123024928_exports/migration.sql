-- Files of exports. A process of the version before neither reads nor writes these tables.

-- CreateEnum
CREATE TYPE "ExportList" AS ENUM ('payments', 'disbursements', 'inquiries', 'deliveries', 'events');

-- CreateEnum
CREATE TYPE "ExportFormat" AS ENUM ('csv', 'xlsx', 'ndjson');

-- CreateEnum
CREATE TYPE "ExportStatus" AS ENUM ('queued', 'running', 'ready', 'failed', 'cancelled', 'expired');

-- CreateTable
CREATE TABLE "exports" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "list" "ExportList" NOT NULL,
    "format" "ExportFormat" NOT NULL,
    "status" "ExportStatus" NOT NULL,
    "filter" JSONB NOT NULL,
    "columns" TEXT[],
    "time_zone" TEXT NOT NULL,
    "requested_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expected_rows" INTEGER NOT NULL,
    "row_count" INTEGER NOT NULL DEFAULT 0,
    "part_count" INTEGER NOT NULL DEFAULT 0,
    "cursor_at" TIMESTAMPTZ(3),
    "cursor_id" UUID,
    "crc32" BIGINT NOT NULL DEFAULT 0,
    "plain_bytes" BIGINT NOT NULL DEFAULT 0,
    "stored_bytes" BIGINT NOT NULL DEFAULT 0,
    "worked_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "file_bytes" BIGINT,
    "file_sha256" TEXT,
    "error" TEXT,
    "ended_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "exports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "export_parts" (
    "export_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "body" BYTEA NOT NULL,

    CONSTRAINT "export_parts_pkey" PRIMARY KEY ("export_id","number")
);

-- CreateIndex
CREATE INDEX "exports_application_id_environment_created_at_id_idx" ON "exports"("application_id", "environment", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "exports_open_idx" ON "exports"("worked_at") WHERE (status = 'queued' OR status = 'running');

-- CreateIndex
CREATE INDEX "exports_expiring_idx" ON "exports"("expires_at") WHERE (status = 'ready');

-- CreateIndex
CREATE INDEX "exports_ended_at_idx" ON "exports"("ended_at");

-- AddForeignKey
ALTER TABLE "exports" ADD CONSTRAINT "exports_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "export_parts" ADD CONSTRAINT "export_parts_export_id_fkey" FOREIGN KEY ("export_id") REFERENCES "exports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "exports"
  ADD CONSTRAINT "exports_open_iff_not_ended" CHECK (("status" IN ('queued', 'running')) = ("ended_at" IS NULL)),
  ADD CONSTRAINT "exports_cursor_whole" CHECK (("cursor_at" IS NULL) = ("cursor_id" IS NULL)),
  ADD CONSTRAINT "exports_ready_has_file" CHECK ("status" <> 'ready'
    OR ("file_sha256" IS NOT NULL AND "file_bytes" IS NOT NULL AND "expires_at" IS NOT NULL));
