-- What the schema language cannot say. Appended to the first migration by `node scripts/migration.mjs init`.

-- Counters are worth less than their write-ahead log: a crash forgets them, which only forgives.
ALTER TABLE "rate_limit_counters" SET UNLOGGED;

ALTER TABLE "payments"
  ADD CONSTRAINT "payments_requested_amount_range" CHECK ("source" <> 'stk' OR "requested_amount" BETWEEN 1 AND 150000),
  ADD CONSTRAINT "payments_amount_not_negative" CHECK ("amount" >= 0 AND "requested_amount" >= 0),
  ADD CONSTRAINT "payments_phone_format" CHECK ("source" <> 'stk' OR ("phone" IS NOT NULL AND "phone" ~ '^254[0-9]{9}$')),
  ADD CONSTRAINT "payments_account_ref_length" CHECK ("source" <> 'stk' OR char_length("account_ref") BETWEEN 1 AND 12),
  ADD CONSTRAINT "payments_description_length" CHECK (char_length("description") <= 64),
  ADD CONSTRAINT "payments_callback_token_format" CHECK (("source" = 'c2b') = ("callback_token" IS NULL) AND "callback_token" ~ '^[0-9a-f]{32,}$'),
  ADD CONSTRAINT "payments_pending_iff_not_settled" CHECK (("status" = 'pending') = ("settled_at" IS NULL)),
  ADD CONSTRAINT "payments_settled_by_iff_settled" CHECK (("settled_at" IS NULL) = ("settled_by" IS NULL)),
  ADD CONSTRAINT "payments_success_has_code_zero" CHECK ("status" <> 'success' OR "source" <> 'stk' OR "result_code" IS NOT DISTINCT FROM '0'),
  ADD CONSTRAINT "payments_failure_has_code" CHECK ("status" <> 'failed' OR ("result_code" IS NOT NULL AND "result_code" <> '0'));

-- Metadata under its application, so that a value which is everywhere at one merchant costs another one nothing. The planner
-- knows no index on what a stable function answers: of an id and JSON, jsonb_build_object always answers the same.
CREATE FUNCTION "payment_metadata"("application_id" uuid, "metadata" json) RETURNS jsonb
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT jsonb_build_object($1::text, $2::jsonb) $$;

CREATE INDEX "payments_metadata_idx" ON "payments"
  USING gin ("payment_metadata"("application_id", "metadata") jsonb_path_ops) WHERE "metadata" IS NOT NULL;

-- How common a value is: the planner learns nothing of that from a partial index.
CREATE STATISTICS "payments_metadata_statistics" ON ("payment_metadata"("application_id", "metadata")) FROM "payments";

-- References are found in upper and lower case.
CREATE INDEX "payments_reference_idx" ON "payments" ("application_id", "environment", lower("account_ref"), "created_at" DESC);

ALTER TABLE "idempotency_records"
  ADD CONSTRAINT "idempotency_records_key_length" CHECK (char_length("key") BETWEEN 1 AND 255),
  ADD CONSTRAINT "idempotency_records_completed_at" CHECK ("state" <> 'completed' OR "completed_at" IS NOT NULL),
  ADD CONSTRAINT "idempotency_records_no_early_outcome" CHECK ("state" <> 'in_flight' OR "outcome" IS NULL);

ALTER TABLE "organizations"
  ADD CONSTRAINT "organizations_suspension_has_reason" CHECK (("suspended_at" IS NULL) = ("suspension_reason" IS NULL));

ALTER TABLE "api_keys"
  ADD CONSTRAINT "api_keys_hash_format" CHECK ("hash" ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT "api_keys_scopes_present" CHECK ("scopes" IS NOT NULL AND cardinality("scopes") > 0),
  ADD CONSTRAINT "api_keys_allowed_ips_present" CHECK ("allowed_ips" IS NOT NULL);

ALTER TABLE "reporting_tokens"
  ADD CONSTRAINT "reporting_tokens_hash_format" CHECK ("hash" ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT "reporting_tokens_expires_after" CHECK ("expires_at" > "created_at");

ALTER TABLE "users"
  ADD CONSTRAINT "users_email_lower_case" CHECK ("email" = lower("email"));

ALTER TABLE "provider_credentials"
  ADD CONSTRAINT "provider_credentials_till_number" CHECK (("product" = 'till') = ("till_number" IS NOT NULL));

ALTER TABLE "provider_callbacks"
  ADD CONSTRAINT "provider_callbacks_body_hash_format" CHECK ("body_hash" ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT "provider_callbacks_attempts_not_negative" CHECK ("attempts" >= 0);

ALTER TABLE "webhook_endpoints"
  ADD CONSTRAINT "webhook_endpoints_events_present" CHECK ("events" IS NOT NULL),
  ADD CONSTRAINT "webhook_endpoints_concurrency_range" CHECK ("concurrency" BETWEEN 1 AND 16),
  ADD CONSTRAINT "webhook_endpoints_rate_range" CHECK ("rate_per_second" BETWEEN 1 AND 1000),
  ADD CONSTRAINT "webhook_endpoints_deleted_is_disabled" CHECK ("deleted_at" IS NULL OR "status" = 'disabled');

-- Every endpoint has its lanes from the start, so that taking one is an update that can skip the taken ones.
CREATE FUNCTION "add_webhook_lanes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "webhook_lanes" ("endpoint_id", "number") SELECT NEW."id", generate_series(1, 16);
  RETURN NULL;
END $$;

CREATE TRIGGER "webhook_endpoints_add_lanes" AFTER INSERT ON "webhook_endpoints"
  FOR EACH ROW EXECUTE FUNCTION "add_webhook_lanes"();

ALTER TABLE "webhook_lanes"
  ADD CONSTRAINT "webhook_lanes_number_range" CHECK ("number" BETWEEN 1 AND 16);

ALTER TABLE "webhook_endpoints" ALTER COLUMN "events" SET NOT NULL;

ALTER TABLE "webhook_deliveries"
  ADD CONSTRAINT "webhook_deliveries_attempt_count" CHECK ("attempts_before" BETWEEN 0 AND "attempt_count"),
  ADD CONSTRAINT "webhook_deliveries_due_has_time" CHECK (("status" = 'due') = ("next_attempt_at" IS NOT NULL)),
  ADD CONSTRAINT "webhook_deliveries_parked_is_due" CHECK ("parked_at" IS NULL OR "status" = 'due'),
  ADD CONSTRAINT "webhook_deliveries_due_iff_not_ended" CHECK (("status" = 'due') = ("ended_at" IS NULL));

ALTER TABLE "webhook_attempts"
  ADD CONSTRAINT "webhook_attempts_number_from_one" CHECK ("number" >= 1),
  ADD CONSTRAINT "webhook_attempts_duration_not_negative" CHECK ("duration_ms" >= 0);

ALTER TABLE "disbursements"
  ADD CONSTRAINT "disbursements_amount_range" CHECK ("amount" BETWEEN 1 AND 150000),
  ADD CONSTRAINT "disbursements_payout_has_phone" CHECK (("kind" = 'payout') = ("phone" IS NOT NULL AND "command_id" IS NOT NULL)),
  ADD CONSTRAINT "disbursements_reversal_has_receipt" CHECK (("kind" = 'reversal') = ("transaction_id" IS NOT NULL)),
  ADD CONSTRAINT "disbursements_payout_has_originator" CHECK ("kind" <> 'payout' OR "originator_conversation_id" IS NOT NULL),
  ADD CONSTRAINT "disbursements_callback_token_format" CHECK ("callback_token" ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT "disbursements_pending_iff_not_settled" CHECK (("status" = 'pending') = ("settled_at" IS NULL)),
  ADD CONSTRAINT "disbursements_settled_by_iff_settled" CHECK (("settled_at" IS NULL) = ("settled_by" IS NULL));

ALTER TABLE "inquiries"
  ADD CONSTRAINT "inquiries_callback_token_format" CHECK ("callback_token" ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT "inquiries_pending_iff_not_ended" CHECK (("status" = 'pending') = ("ended_at" IS NULL));

ALTER TABLE "c2b_registrations"
  ADD CONSTRAINT "c2b_registrations_hook_token_format" CHECK ("hook_token" ~ '^[0-9a-f]{64}$');

ALTER TABLE "c2b_retired_tokens"
  ADD CONSTRAINT "c2b_retired_tokens_hook_token_format" CHECK ("hook_token" ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT "c2b_retired_tokens_grace_not_negative" CHECK ("grace_seconds" >= 0);

ALTER TABLE "callback_access" ALTER COLUMN "addresses" SET NOT NULL;

ALTER TABLE "c2b_rules" ALTER COLUMN "references" SET NOT NULL;


ALTER TABLE "webhook_recoveries"
  ADD CONSTRAINT "webhook_recoveries_running_iff_not_ended" CHECK (("status" = 'running') = ("ended_at" IS NULL)),
  ADD CONSTRAINT "webhook_recoveries_cursor_whole" CHECK (("cursor_at" IS NULL) = ("cursor_id" IS NULL));

ALTER TABLE "mails"
  ADD CONSTRAINT "mails_due_iff_not_ended" CHECK (("status" = 'due') = ("ended_at" IS NULL)),
  ADD CONSTRAINT "mails_due_has_time" CHECK (("status" = 'due') = ("next_attempt_at" IS NOT NULL)),
  ADD CONSTRAINT "mails_attachment_bounded" CHECK (octet_length("attachment") <= 1048576),
  ADD CONSTRAINT "mails_attachment_whole" CHECK (num_nulls("attachment", "attachment_name", "attachment_type") IN (0, 3));

ALTER TABLE "orders"
  ADD CONSTRAINT "orders_amount_positive" CHECK ("amount" > 0),
  ADD CONSTRAINT "orders_executed_has_outcome" CHECK (("status" = 'executed') = ("executed_at" IS NOT NULL AND "outcome" IS NOT NULL)),
  ADD CONSTRAINT "orders_rejected_is_decided" CHECK ("status" <> 'rejected' OR ("decided_by" IS NOT NULL AND "decided_at" IS NOT NULL)),
  ADD CONSTRAINT "orders_nobody_approves_alone" CHECK ("status" = 'rejected' OR "decided_by" IS NULL OR "decided_by" <> "requested_by");

ALTER TABLE "approval_policies"
  ADD CONSTRAINT "approval_policies_from_positive" CHECK ("payout_from" > 0 AND "reversal_from" > 0),
  ADD CONSTRAINT "approval_policies_limits_positive" CHECK ("api_approval_from" > 0 AND "per_transaction" > 0 AND "per_day" > 0
    AND "per_recipient_per_day" > 0 AND "per_key_per_day" > 0);

ALTER TABLE "day_mails"
  ADD CONSTRAINT "day_mails_hour_of_day" CHECK ("hour" BETWEEN 0 AND 23),
  ADD CONSTRAINT "day_mails_members" CHECK ("user_ids" IS NOT NULL AND cardinality("user_ids") BETWEEN 1 AND 20);

ALTER TABLE "export_schedules"
  ADD CONSTRAINT "export_schedules_hour_of_day" CHECK ("hour" BETWEEN 0 AND 23);

ALTER TABLE "export_uploads"
  ADD CONSTRAINT "export_uploads_due_iff_not_ended" CHECK (("status" = 'due') = ("ended_at" IS NULL)),
  ADD CONSTRAINT "export_uploads_due_has_time" CHECK (("status" = 'due') = ("next_attempt_at" IS NOT NULL)),
  ADD CONSTRAINT "export_uploads_uploaded_has_bytes" CHECK (("status" = 'uploaded') = ("bytes" IS NOT NULL));

ALTER TABLE "exports"
  ADD CONSTRAINT "exports_open_iff_not_ended" CHECK (("status" IN ('queued', 'running')) = ("ended_at" IS NULL)),
  ADD CONSTRAINT "exports_cursor_whole" CHECK (("cursor_at" IS NULL) = ("cursor_id" IS NULL)),
  ADD CONSTRAINT "exports_ready_has_file" CHECK ("status" <> 'ready'
    OR ("file_sha256" IS NOT NULL AND "file_bytes" IS NOT NULL AND "expires_at" IS NOT NULL));

-- Rollups are refreshed by looking at what was made and settled lately. What that cannot find is noted here: rows written under
-- a time long past, and counts that change without a settlement now. Costs nothing on the paths that are walked every day.
CREATE FUNCTION "note_rollup_touch"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  touched timestamptz := date_trunc('hour', NEW."created_at", 'UTC');
  writer bigint := pg_current_xact_id()::text::bigint;
BEGIN
  INSERT INTO "rollup_touches" ("name", "application_id", "environment", "hour", "written_by")
  SELECT TG_TABLE_NAME, NEW."application_id", NEW."environment", touched, writer
  WHERE NOT EXISTS (
    SELECT 1 FROM "rollup_touches" t WHERE t."written_by" = writer AND t."name" = TG_TABLE_NAME
      AND t."application_id" = NEW."application_id" AND t."environment" = NEW."environment" AND t."hour" = touched);
  RETURN NULL;
END $$;

CREATE TRIGGER "payments_note_insert" AFTER INSERT ON "payments" FOR EACH ROW
  WHEN (NEW."created_at" < clock_timestamp() - interval '2 minutes') EXECUTE FUNCTION "note_rollup_touch"();
CREATE TRIGGER "payments_note_update" AFTER UPDATE OF "status", "amount", "result_code" ON "payments" FOR EACH ROW
  WHEN ((NEW."status", NEW."amount", NEW."result_code") IS DISTINCT FROM (OLD."status", OLD."amount", OLD."result_code")
    AND (NEW."settled_at" IS NOT DISTINCT FROM OLD."settled_at" OR NEW."settled_at" < clock_timestamp() - interval '2 minutes'))
  EXECUTE FUNCTION "note_rollup_touch"();
CREATE TRIGGER "disbursements_note_insert" AFTER INSERT ON "disbursements" FOR EACH ROW
  WHEN (NEW."created_at" < clock_timestamp() - interval '2 minutes') EXECUTE FUNCTION "note_rollup_touch"();
CREATE TRIGGER "disbursements_note_update" AFTER UPDATE OF "status", "amount", "result_code" ON "disbursements" FOR EACH ROW
  WHEN ((NEW."status", NEW."amount", NEW."result_code") IS DISTINCT FROM (OLD."status", OLD."amount", OLD."result_code")
    AND (NEW."settled_at" IS NOT DISTINCT FROM OLD."settled_at" OR NEW."settled_at" < clock_timestamp() - interval '2 minutes'))
  EXECUTE FUNCTION "note_rollup_touch"();

ALTER TABLE "statements"
  ADD CONSTRAINT "statements_covers_forward" CHECK ("covers_from" <= "covers_to"),
  ADD CONSTRAINT "statements_counts_fit" CHECK ("new_line_count" BETWEEN 0 AND "line_count" AND "problem_count" >= 0);

ALTER TABLE "statement_lines"
  ADD CONSTRAINT "statement_lines_in_or_out" CHECK ("paid_in_cents" >= 0 AND "withdrawn_cents" >= 0
    AND ("paid_in_cents" = 0) <> ("withdrawn_cents" = 0)),
  ADD CONSTRAINT "statement_lines_matched_whole" CHECK (("matched_at" IS NULL) = ("matched_by" IS NULL)
    AND ("matched_at" IS NULL OR "kind" = 'fee' OR ("payment_id" IS NULL) <> ("disbursement_id" IS NULL)));
