-- Schedules that make no exports for a while. A worker of the version before does not know of it and makes them.

-- AlterTable
ALTER TABLE "export_schedules" ADD COLUMN     "paused_at" TIMESTAMPTZ(3);
