-- CreateIndex
CREATE INDEX "guard_decisions_payment_idx" ON "guard_decisions"("payment_id") WHERE (payment_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "guard_decisions_disbursement_idx" ON "guard_decisions"("disbursement_id") WHERE (disbursement_id IS NOT NULL);
