-- CreateTable
CREATE TABLE "provider_periods" (
    "environment" "Environment" NOT NULL,
    "state" TEXT NOT NULL,
    "began_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "provider_periods_pkey" PRIMARY KEY ("environment","began_at")
);

-- CreateIndex
CREATE UNIQUE INDEX "provider_periods_open_key" ON "provider_periods"("environment") WHERE (ended_at IS NULL);

-- Written by hand: the states of packages/domain/src/reading/provider-state.
ALTER TABLE "provider_periods" ADD CONSTRAINT "provider_periods_state_check"
  CHECK ("state" IN ('answering', 'slow', 'silent', 'unknown'));
ALTER TABLE "provider_periods" ADD CONSTRAINT "provider_periods_order_check" CHECK ("ended_at" > "began_at");
