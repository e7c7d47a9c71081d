-- Schedules of exports. A process of the version before writes exports without one.

-- CreateEnum
CREATE TYPE "ExportCadence" AS ENUM ('daily', 'weekly', 'monthly');

-- AlterTable
ALTER TABLE "exports" ADD COLUMN     "schedule_id" UUID;

-- CreateTable
CREATE TABLE "export_schedules" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "name" TEXT NOT NULL,
    "list" "ExportList" NOT NULL,
    "format" "ExportFormat" NOT NULL,
    "filter" JSONB NOT NULL,
    "columns" TEXT[],
    "time_zone" TEXT NOT NULL,
    "cadence" "ExportCadence" NOT NULL,
    "hour" INTEGER NOT NULL,
    "user_ids" UUID[],
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "next_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "export_schedules_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "export_schedules_application_id_environment_idx" ON "export_schedules"("application_id", "environment");

-- CreateIndex
CREATE INDEX "export_schedules_next_at_idx" ON "export_schedules"("next_at");

-- CreateIndex
CREATE INDEX "exports_schedule_id_idx" ON "exports"("schedule_id");

-- AddForeignKey
ALTER TABLE "export_schedules" ADD CONSTRAINT "export_schedules_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "exports" ADD CONSTRAINT "exports_schedule_id_fkey" FOREIGN KEY ("schedule_id") REFERENCES "export_schedules"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "export_schedules"
  ADD CONSTRAINT "export_schedules_hour_of_day" CHECK ("hour" BETWEEN 0 AND 23);
