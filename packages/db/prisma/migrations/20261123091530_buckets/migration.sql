-- Buckets that files of schedules are put into. A worker of the version before makes such files without uploading them;
-- they can be downloaded.

-- CreateEnum
CREATE TYPE "UploadStatus" AS ENUM ('due', 'uploaded', 'failed');

-- AlterTable
ALTER TABLE "export_schedules" ADD COLUMN     "bucket_id" UUID;

-- CreateTable
CREATE TABLE "buckets" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "name" TEXT NOT NULL,
    "endpoint" TEXT,
    "region" TEXT NOT NULL,
    "bucket" TEXT NOT NULL,
    "prefix" TEXT NOT NULL DEFAULT '',
    "path_style" BOOLEAN NOT NULL,
    "access_key_id" TEXT NOT NULL,
    "sealed_secret_key" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "keys_replaced_at" TIMESTAMPTZ(3),

    CONSTRAINT "buckets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "export_uploads" (
    "id" UUID NOT NULL,
    "bucket_id" UUID NOT NULL,
    "export_id" UUID,
    "status" "UploadStatus" NOT NULL DEFAULT 'due',
    "object_key" TEXT NOT NULL,
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "claimed_until" TIMESTAMPTZ(3),
    "error" TEXT,
    "bytes" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "export_uploads_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "buckets_application_id_environment_idx" ON "buckets"("application_id", "environment");

-- CreateIndex
CREATE UNIQUE INDEX "export_uploads_export_id_key" ON "export_uploads"("export_id");

-- CreateIndex
CREATE INDEX "export_uploads_due_idx" ON "export_uploads"("next_attempt_at") WHERE (status = 'due');

-- CreateIndex
CREATE INDEX "export_uploads_bucket_id_created_at_idx" ON "export_uploads"("bucket_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "export_schedules_bucket_id_idx" ON "export_schedules"("bucket_id");

-- AddForeignKey
ALTER TABLE "buckets" ADD CONSTRAINT "buckets_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "export_uploads" ADD CONSTRAINT "export_uploads_bucket_id_fkey" FOREIGN KEY ("bucket_id") REFERENCES "buckets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "export_uploads" ADD CONSTRAINT "export_uploads_export_id_fkey" FOREIGN KEY ("export_id") REFERENCES "exports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "export_schedules" ADD CONSTRAINT "export_schedules_bucket_id_fkey" FOREIGN KEY ("bucket_id") REFERENCES "buckets"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "export_uploads"
  ADD CONSTRAINT "export_uploads_due_iff_not_ended" CHECK (("status" = 'due') = ("ended_at" IS NULL)),
  ADD CONSTRAINT "export_uploads_due_has_time" CHECK (("status" = 'due') = ("next_attempt_at" IS NOT NULL)),
  ADD CONSTRAINT "export_uploads_uploaded_has_bytes" CHECK (("status" = 'uploaded') = ("bytes" IS NOT NULL));
