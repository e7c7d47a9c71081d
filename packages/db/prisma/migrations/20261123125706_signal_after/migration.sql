-- When a sweep signals a row again. A worker of the version before signals as often as it did.

-- AlterTable
ALTER TABLE "export_uploads" ADD COLUMN     "signal_after" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "exports" ADD COLUMN     "signal_after" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "mails" ADD COLUMN     "signal_after" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "signal_after" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "webhook_recoveries" ADD COLUMN     "signal_after" TIMESTAMPTZ(3);
