-- CreateTable
CREATE TABLE "told_balances" (
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "shortcode" TEXT NOT NULL,
    "receipt" TEXT NOT NULL,
    "paid_at" TIMESTAMPTZ(3) NOT NULL,
    "amount_cents" BIGINT NOT NULL,
    "balance_cents" BIGINT NOT NULL,

    CONSTRAINT "told_balances_pkey" PRIMARY KEY ("application_id","environment","shortcode","receipt")
);

-- CreateIndex
CREATE INDEX "told_balances_application_id_environment_shortcode_paid_at_idx" ON "told_balances"("application_id", "environment", "shortcode", "paid_at");

-- AddForeignKey
ALTER TABLE "told_balances" ADD CONSTRAINT "told_balances_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
