-- AlterTable
ALTER TABLE "provider_periods" ADD COLUMN     "rail" "Rail" NOT NULL DEFAULT 'mpesa',
DROP CONSTRAINT "provider_periods_pkey",
ADD CONSTRAINT "provider_periods_pkey" PRIMARY KEY ("environment", "rail", "began_at");

-- DropIndex
DROP INDEX "provider_periods_open_key";

-- CreateIndex
CREATE UNIQUE INDEX "provider_periods_open_key" ON "provider_periods"("environment", "rail") WHERE (ended_at IS NULL);
