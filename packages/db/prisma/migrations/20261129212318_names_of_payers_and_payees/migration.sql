ALTER TABLE "payments" ADD COLUMN "payer_name" TEXT;
ALTER TABLE "disbursements" ADD COLUMN "payee_name" TEXT;
ALTER TABLE "held_confirmations" ADD COLUMN "payer_name" TEXT;

-- Names are found by their beginning, in upper and lower case. Only rows with a name are in these indexes: none yet.
CREATE INDEX "payments_payer_name_idx"
  ON "payments" ("application_id", "environment", lower("payer_name"), "created_at" DESC) WHERE "payer_name" IS NOT NULL;
CREATE INDEX "disbursements_payee_name_idx"
  ON "disbursements" ("application_id", "environment", lower("payee_name"), "created_at" DESC) WHERE "payee_name" IS NOT NULL;
