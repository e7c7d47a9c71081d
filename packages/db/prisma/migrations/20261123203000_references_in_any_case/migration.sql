-- References are found in upper and lower case, for the price of the index that was there before.
CREATE INDEX "payments_reference_idx" ON "payments" ("application_id", "environment", lower("account_ref"), "created_at" DESC);
DROP INDEX "payments_application_id_environment_account_ref_created_at_idx";
