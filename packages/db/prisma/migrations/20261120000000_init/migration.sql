-- Version 0.1.0. It is released: never edit it.

-- CreateEnum
CREATE TYPE "UploadStatus" AS ENUM ('due', 'uploaded', 'failed');

-- CreateEnum
CREATE TYPE "CallbackState" AS ENUM ('received', 'applied', 'unmatched', 'failed');

-- CreateEnum
CREATE TYPE "CallbackKind" AS ENUM ('stk_callback', 'result', 'queue_timeout', 'c2b_confirmation', 'c2b_validation');

-- CreateEnum
CREATE TYPE "CallbackSubject" AS ENUM ('payment', 'disbursement', 'inquiry', 'c2b_registration');

-- CreateEnum
CREATE TYPE "DisbursementKind" AS ENUM ('payout', 'reversal');

-- CreateEnum
CREATE TYPE "DisbursementStatus" AS ENUM ('pending', 'success', 'failed');

-- CreateEnum
CREATE TYPE "DisbursementDoor" AS ENUM ('push', 'result', 'inquiry', 'person');

-- CreateEnum
CREATE TYPE "EngineRunStatus" AS ENUM ('queued', 'completed', 'failed');

-- CreateEnum
CREATE TYPE "ExportList" AS ENUM ('payments', 'disbursements', 'inquiries', 'deliveries', 'events');

-- CreateEnum
CREATE TYPE "ExportFormat" AS ENUM ('csv', 'xlsx', 'ndjson');

-- CreateEnum
CREATE TYPE "ExportStatus" AS ENUM ('queued', 'running', 'ready', 'failed', 'cancelled', 'expired');

-- CreateEnum
CREATE TYPE "ExportCadence" AS ENUM ('daily', 'weekly', 'monthly');

-- CreateEnum
CREATE TYPE "ClaimState" AS ENUM ('in_flight', 'completed', 'indeterminate');

-- CreateEnum
CREATE TYPE "SignInMethod" AS ENUM ('password', 'oidc');

-- CreateEnum
CREATE TYPE "InquiryKind" AS ENUM ('transaction_status', 'account_balance');

-- CreateEnum
CREATE TYPE "InquiryStatus" AS ENUM ('pending', 'answered', 'failed');

-- CreateEnum
CREATE TYPE "MailStatus" AS ENUM ('due', 'sent', 'failed');

-- CreateEnum
CREATE TYPE "OrderKind" AS ENUM ('collect', 'payout', 'reversal', 'payment_query', 'transaction_status', 'account_balance', 'c2b_registration', 'qr_code', 'credential_check', 'policy_change', 'resolution', 'statement_payment');

-- CreateEnum
CREATE TYPE "OrderStatus" AS ENUM ('awaiting_approval', 'approved', 'executed', 'rejected', 'expired', 'cancelled');

-- CreateEnum
CREATE TYPE "PaymentStatus" AS ENUM ('pending', 'success', 'failed');

-- CreateEnum
CREATE TYPE "PaymentSource" AS ENUM ('stk', 'c2b');

-- CreateEnum
CREATE TYPE "SettledBy" AS ENUM ('push', 'callback', 'query', 'c2b', 'expiry', 'person');

-- CreateEnum
CREATE TYPE "Product" AS ENUM ('paybill', 'till');

-- CreateEnum
CREATE TYPE "ShortcodeEvidence" AS ENUM ('push', 'passkey_check', 'registration');

-- CreateEnum
CREATE TYPE "StatementLineKind" AS ENUM ('paid_in', 'withdrawn', 'fee', 'reversal', 'transfer');

-- CreateEnum
CREATE TYPE "StatementMatch" AS ENUM ('receipt', 'evidence');

-- CreateEnum
CREATE TYPE "ReviewSubject" AS ENUM ('payment', 'disbursement', 'inquiry', 'callback', 'statement_line');

-- CreateEnum
CREATE TYPE "ReviewStatus" AS ENUM ('open', 'closed');

-- CreateEnum
CREATE TYPE "ReviewReason" AS ENUM ('outcome_unknown', 'result_contradicted', 'paid_late', 'amount_differed', 'time_implausible', 'same_money', 'callback_failed', 'confirmation_undecided', 'confirmation_unmatched', 'confirmation_unverified', 'receipt_conflict', 'question_unfollowed', 'statement_missing_here', 'statement_missing_there', 'statement_amount_differed', 'statement_duplicate', 'statement_reversed');

-- CreateEnum
CREATE TYPE "Environment" AS ENUM ('sandbox', 'production');

-- CreateEnum
CREATE TYPE "Role" AS ENUM ('owner', 'admin', 'developer', 'finance', 'support');

-- CreateEnum
CREATE TYPE "SignInRequirement" AS ENUM ('second_factor', 'sso');

-- CreateEnum
CREATE TYPE "KeyScope" AS ENUM ('collect', 'read', 'refund', 'payout', 'offline', 'inquire');

-- CreateEnum
CREATE TYPE "EndpointStatus" AS ENUM ('enabled', 'disabled');

-- CreateEnum
CREATE TYPE "DeliveryStatus" AS ENUM ('due', 'delivered', 'exhausted', 'cancelled');

-- CreateEnum
CREATE TYPE "RecoveryKind" AS ENUM ('failed', 'missing');

-- CreateEnum
CREATE TYPE "RecoveryStatus" AS ENUM ('running', 'completed', 'cancelled');

-- CreateTable
CREATE TABLE "audit_entries" (
    "id" UUID NOT NULL,
    "organization_id" UUID,
    "application_id" UUID,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "detail" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "buckets" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "name" TEXT NOT NULL,
    "endpoint" TEXT,
    "region" TEXT NOT NULL,
    "bucket" TEXT NOT NULL,
    "prefix" TEXT NOT NULL DEFAULT '',
    "path_style" BOOLEAN NOT NULL,
    "access_key_id" TEXT NOT NULL,
    "sealed_secret_key" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "keys_replaced_at" TIMESTAMPTZ(3),

    CONSTRAINT "buckets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "export_uploads" (
    "id" UUID NOT NULL,
    "bucket_id" UUID NOT NULL,
    "export_id" UUID,
    "status" "UploadStatus" NOT NULL DEFAULT 'due',
    "object_key" TEXT NOT NULL,
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "claimed_until" TIMESTAMPTZ(3),
    "signal_after" TIMESTAMPTZ(3),
    "error" TEXT,
    "bytes" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "export_uploads_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "c2b_registrations" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "shortcode" TEXT NOT NULL,
    "hook_token" TEXT NOT NULL,
    "response_code" TEXT,
    "response_description" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "registered_at" TIMESTAMPTZ(3),
    "nominated_phone" TEXT,
    "pull_registered_at" TIMESTAMPTZ(3),
    "pull_due_at" TIMESTAMPTZ(3),
    "pulled_to" TIMESTAMPTZ(3),
    "pull_error" TEXT,
    "hash_proven_at" TIMESTAMPTZ(3),
    "pull_left_out" JSONB,

    CONSTRAINT "c2b_registrations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "c2b_retired_tokens" (
    "hook_token" TEXT NOT NULL,
    "registration_id" UUID NOT NULL,
    "retired_at" TIMESTAMPTZ(3) NOT NULL,
    "grace_seconds" INTEGER,
    "ends_at" TIMESTAMPTZ(3),

    CONSTRAINT "c2b_retired_tokens_pkey" PRIMARY KEY ("hook_token")
);

-- CreateTable
CREATE TABLE "c2b_rules" (
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "reference_pattern" TEXT,
    "references" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "amount_min" INTEGER,
    "amount_max" INTEGER,
    "verify_from" INTEGER,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "c2b_rules_pkey" PRIMARY KEY ("application_id","environment")
);

-- CreateTable
CREATE TABLE "held_confirmations" (
    "callback_id" UUID NOT NULL,
    "registration_id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "shortcode" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "exact_amount" TEXT,
    "receipt" TEXT NOT NULL,
    "phone" TEXT NOT NULL,
    "payer_phone" TEXT,
    "reference" TEXT NOT NULL,
    "paid_at" TIMESTAMPTZ(3) NOT NULL,
    "held_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "held_confirmations_pkey" PRIMARY KEY ("callback_id")
);

-- CreateTable
CREATE TABLE "provider_callbacks" (
    "id" UUID NOT NULL,
    "kind" "CallbackKind" NOT NULL,
    "subject_id" UUID NOT NULL,
    "subject_kind" "CallbackSubject" NOT NULL,
    "application_id" UUID NOT NULL,
    "state" "CallbackState" NOT NULL DEFAULT 'received',
    "body_hash" TEXT NOT NULL,
    "body" BYTEA NOT NULL,
    "remote_ip" TEXT NOT NULL,
    "error" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "applied_at" TIMESTAMPTZ(3),
    "retry_at" TIMESTAMPTZ(3),
    "body_erased_at" TIMESTAMPTZ(3),

    CONSTRAINT "provider_callbacks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "callback_access" (
    "environment" "Environment" NOT NULL,
    "is_open" BOOLEAN NOT NULL,
    "addresses" TEXT[],
    "written_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "callback_access_pkey" PRIMARY KEY ("environment")
);

-- CreateTable
CREATE TABLE "day_sign_offs" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "day" DATE NOT NULL,
    "revision" INTEGER NOT NULL,
    "figures" JSON NOT NULL,
    "exceptions" JSON NOT NULL,
    "note" TEXT,
    "signed_by" TEXT NOT NULL,
    "signed_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_since" TIMESTAMPTZ(3),
    "change_told_at" TIMESTAMPTZ(3),

    CONSTRAINT "day_sign_offs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "day_mails" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "hour" INTEGER NOT NULL,
    "user_ids" UUID[],
    "next_at" TIMESTAMPTZ(3) NOT NULL,
    "set_by" TEXT NOT NULL,
    "set_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "day_mails_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "disbursements" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "kind" "DisbursementKind" NOT NULL,
    "status" "DisbursementStatus" NOT NULL,
    "amount" INTEGER NOT NULL,
    "phone" TEXT,
    "transaction_id" TEXT,
    "live_receipt" TEXT,
    "payment_id" UUID,
    "command_id" TEXT,
    "remarks" TEXT NOT NULL,
    "occasion" TEXT,
    "shortcode" TEXT NOT NULL,
    "callback_token" TEXT NOT NULL,
    "originator_conversation_id" TEXT,
    "conversation_id" TEXT,
    "provider_receipt" TEXT,
    "result_code" TEXT,
    "result_desc" TEXT,
    "settled_by" "DisbursementDoor",
    "requested_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "acknowledged_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),
    "next_inquiry_at" TIMESTAMPTZ(3),
    "needs_review" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "disbursements_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "engine_events" (
    "seq" BIGSERIAL NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "data" JSON NOT NULL,
    "ts" BIGINT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "engine_events_pkey" PRIMARY KEY ("seq")
);

-- CreateTable
CREATE TABLE "engine_runs" (
    "id" TEXT NOT NULL,
    "fn" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "event" JSON NOT NULL,
    "keys" TEXT[],
    "steps" JSON NOT NULL DEFAULT '{}',
    "stack" JSON NOT NULL DEFAULT '[]',
    "pending" JSON NOT NULL DEFAULT '{}',
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "unanswered" INTEGER NOT NULL DEFAULT 0,
    "status" "EngineRunStatus" NOT NULL DEFAULT 'queued',
    "wake_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "output" JSON,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "engine_runs_pkey" PRIMARY KEY ("id")
);

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
    "paused_at" TIMESTAMPTZ(3),
    "bucket_id" UUID,

    CONSTRAINT "export_schedules_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "exports" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "list" "ExportList" NOT NULL,
    "format" "ExportFormat" NOT NULL,
    "status" "ExportStatus" NOT NULL,
    "filter" JSONB NOT NULL,
    "columns" TEXT[],
    "time_zone" TEXT NOT NULL,
    "requested_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expected_rows" INTEGER NOT NULL,
    "row_count" INTEGER NOT NULL DEFAULT 0,
    "part_count" INTEGER NOT NULL DEFAULT 0,
    "cursor_at" TIMESTAMPTZ(3),
    "cursor_id" UUID,
    "crc32" BIGINT NOT NULL DEFAULT 0,
    "plain_bytes" BIGINT NOT NULL DEFAULT 0,
    "stored_bytes" BIGINT NOT NULL DEFAULT 0,
    "worked_at" TIMESTAMPTZ(3),
    "signal_after" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "file_bytes" BIGINT,
    "file_sha256" TEXT,
    "error" TEXT,
    "ended_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "schedule_id" UUID,

    CONSTRAINT "exports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "export_parts" (
    "export_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "body" BYTEA NOT NULL,

    CONSTRAINT "export_parts_pkey" PRIMARY KEY ("export_id","number")
);

-- CreateTable
CREATE TABLE "float_thresholds" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "shortcode" TEXT NOT NULL,
    "account" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "below_since" TIMESTAMPTZ(3),
    "set_by" TEXT NOT NULL,
    "set_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "float_thresholds_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_records" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "endpoint" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "state" "ClaimState" NOT NULL,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,
    "resource_id" UUID NOT NULL,
    "outcome" JSON,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "idempotency_records_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "second_factors" (
    "user_id" UUID NOT NULL,
    "secret" TEXT NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "last_time_step" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "second_factors_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "recovery_codes" (
    "user_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("user_id","hash")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "user_agent" TEXT,
    "remote_ip" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "authenticated_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "method" "SignInMethod",
    "second_factor_at" TIMESTAMPTZ(3),

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "password_resets" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "password_resets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invitations" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "role" "Role" NOT NULL,
    "hash" TEXT NOT NULL,
    "invited_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "external_identities" (
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "external_identities_pkey" PRIMARY KEY ("issuer","subject")
);

-- CreateTable
CREATE TABLE "inquiries" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "kind" "InquiryKind" NOT NULL,
    "status" "InquiryStatus" NOT NULL,
    "transaction_id" TEXT,
    "identifier_type" TEXT NOT NULL,
    "remarks" TEXT NOT NULL,
    "occasion" TEXT,
    "shortcode" TEXT NOT NULL,
    "callback_token" TEXT NOT NULL,
    "originator_conversation_id" TEXT,
    "conversation_id" TEXT,
    "disbursement_id" UUID,
    "callback_id" UUID,
    "result_code" TEXT,
    "result_desc" TEXT,
    "result" JSON,
    "raw" JSON,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "acknowledged_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "inquiries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mails" (
    "id" UUID NOT NULL,
    "to" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "sealed_text" TEXT,
    "has_secret" BOOLEAN NOT NULL DEFAULT false,
    "attachment" BYTEA,
    "attachment_name" TEXT,
    "attachment_type" TEXT,
    "dedupe_key" TEXT,
    "status" "MailStatus" NOT NULL DEFAULT 'due',
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "claimed_until" TIMESTAMPTZ(3),
    "signal_after" TIMESTAMPTZ(3),
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "mails_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "orders" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "kind" "OrderKind" NOT NULL,
    "status" "OrderStatus" NOT NULL,
    "input" JSON NOT NULL,
    "amount" INTEGER,
    "reason" TEXT,
    "requested_by" UUID NOT NULL,
    "request_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_by" UUID,
    "decided_at" TIMESTAMPTZ(3),
    "decision_note" TEXT,
    "claimed_until" TIMESTAMPTZ(3),
    "signal_after" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "executed_at" TIMESTAMPTZ(3),
    "outcome" JSON,
    "resource_id" UUID,

    CONSTRAINT "orders_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "approval_policies" (
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "payout_from" INTEGER,
    "reversal_from" INTEGER,
    "resolution_from" INTEGER,
    "api_approval_from" INTEGER,
    "per_transaction" INTEGER,
    "per_day" INTEGER,
    "per_recipient_per_day" INTEGER,
    "per_key_per_day" INTEGER,
    "require_key" BOOLEAN NOT NULL DEFAULT true,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "approval_policies_pkey" PRIMARY KEY ("application_id","environment")
);

-- CreateTable
CREATE TABLE "payments" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "source" "PaymentSource" NOT NULL,
    "status" "PaymentStatus" NOT NULL,
    "amount" INTEGER NOT NULL,
    "requested_amount" INTEGER NOT NULL,
    "phone" TEXT,
    "exact_amount" TEXT,
    "account_ref" TEXT NOT NULL,
    "is_default_ref" BOOLEAN NOT NULL DEFAULT false,
    "description" TEXT NOT NULL,
    "metadata" JSON,
    "shortcode" TEXT NOT NULL,
    "callback_token" TEXT,
    "merchant_request_id" TEXT,
    "checkout_request_id" TEXT,
    "provider_receipt" TEXT,
    "result_code" TEXT,
    "result_desc" TEXT,
    "settled_by" "SettledBy",
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "prompted_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),
    "announce_at" TIMESTAMPTZ(3),
    "last_queried_at" TIMESTAMPTZ(3),
    "next_query_at" TIMESTAMPTZ(3),
    "needs_review" BOOLEAN NOT NULL DEFAULT false,
    "same_money_as" UUID,

    CONSTRAINT "payments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "provider_credentials" (
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "product" "Product" NOT NULL,
    "shortcode" TEXT NOT NULL,
    "till_number" TEXT,
    "sealed_consumer_key" TEXT NOT NULL,
    "sealed_consumer_secret" TEXT NOT NULL,
    "sealed_passkey" TEXT NOT NULL,
    "initiator_name" TEXT,
    "sealed_initiator_password" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "provider_credentials_pkey" PRIMARY KEY ("application_id","environment")
);

-- CreateTable
CREATE TABLE "shortcodes" (
    "environment" "Environment" NOT NULL,
    "shortcode" TEXT NOT NULL,
    "organization_id" UUID NOT NULL,
    "evidence" "ShortcodeEvidence" NOT NULL,
    "claimed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shortcodes_pkey" PRIMARY KEY ("environment","shortcode")
);

-- CreateTable
CREATE TABLE "provider_tokens" (
    "id" TEXT NOT NULL,
    "sealed_token" TEXT,
    "expires_at" TIMESTAMPTZ(3),
    "refreshing_until" TIMESTAMPTZ(3),
    "refreshing_by" TEXT,

    CONSTRAINT "provider_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_limit_counters" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limit_counters_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "statements" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "shortcode" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "file_hash" TEXT NOT NULL,
    "account" TEXT NOT NULL DEFAULT '',
    "covers_from" TIMESTAMPTZ(3) NOT NULL,
    "covers_to" TIMESTAMPTZ(3) NOT NULL,
    "line_count" INTEGER NOT NULL,
    "new_line_count" INTEGER NOT NULL,
    "problem_count" INTEGER NOT NULL,
    "imported_by" TEXT NOT NULL,
    "imported_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "statements_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "statement_lines" (
    "id" UUID NOT NULL,
    "statement_id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "shortcode" TEXT NOT NULL,
    "account" TEXT NOT NULL DEFAULT '',
    "receipt" TEXT NOT NULL,
    "kind" "StatementLineKind" NOT NULL,
    "occurrence" INTEGER NOT NULL DEFAULT 1,
    "completed_at" TIMESTAMPTZ(3) NOT NULL,
    "file_row" INTEGER NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "paid_in_cents" BIGINT NOT NULL,
    "withdrawn_cents" BIGINT NOT NULL,
    "balance_cents" BIGINT,
    "details" TEXT NOT NULL,
    "line_type" TEXT NOT NULL,
    "other_party" TEXT NOT NULL,
    "linked_receipt" TEXT,
    "account_ref" TEXT NOT NULL,
    "payment_id" UUID,
    "disbursement_id" UUID,
    "matched_by" "StatementMatch",
    "matched_at" TIMESTAMPTZ(3),

    CONSTRAINT "statement_lines_pkey" PRIMARY KEY ("id")
);

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

-- CreateTable
CREATE TABLE "rollups" (
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "basis" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "result_code" TEXT NOT NULL,
    "shortcode" TEXT NOT NULL,
    "count" BIGINT NOT NULL,
    "amount" BIGINT NOT NULL,
    "exact_amount" DECIMAL(26,6) NOT NULL,

    CONSTRAINT "rollups_pkey" PRIMARY KEY ("application_id","environment","basis","hour","kind","source","status","result_code","shortcode")
);

-- CreateTable
CREATE TABLE "rollup_changes" (
    "id" BIGSERIAL NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "basis" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "result_code" TEXT NOT NULL,
    "shortcode" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "amount" BIGINT NOT NULL,
    "exact_amount" DECIMAL(26,6) NOT NULL,

    CONSTRAINT "rollup_changes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rollup_backfill" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "counted_to" TIMESTAMPTZ(3),

    CONSTRAINT "rollup_backfill_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_requests" (
    "id" TEXT NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "key_id" UUID NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "status_code" INTEGER NOT NULL,
    "error_code" TEXT,
    "error_detail" TEXT,
    "duration_ms" INTEGER NOT NULL,
    "idempotency_key" TEXT,
    "replayed" BOOLEAN NOT NULL DEFAULT false,
    "resource_id" UUID,
    "remote_ip" TEXT,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "api_requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "retention_settings" (
    "organization_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "days" INTEGER,
    "set_by" TEXT NOT NULL,
    "set_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "retention_settings_pkey" PRIMARY KEY ("organization_id","kind")
);

-- CreateTable
CREATE TABLE "retention_cursors" (
    "name" TEXT NOT NULL,
    "cursor_at" TIMESTAMPTZ(3),
    "cursor_id" UUID NOT NULL,

    CONSTRAINT "retention_cursors_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "retention_runs" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "claimed_until" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "removed" JSON NOT NULL DEFAULT '{}',

    CONSTRAINT "retention_runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subject_holds" (
    "organization_id" UUID NOT NULL,
    "days" INTEGER NOT NULL,
    "set_by" TEXT NOT NULL,
    "set_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "subject_holds_pkey" PRIMARY KEY ("organization_id")
);

-- CreateTable
CREATE TABLE "reviews" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "subject_kind" "ReviewSubject" NOT NULL,
    "subject_id" UUID NOT NULL,
    "reason" "ReviewReason" NOT NULL,
    "detail" JSON NOT NULL,
    "status" "ReviewStatus" NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "assigned_to" UUID,
    "closed_at" TIMESTAMPTZ(3),
    "closed_by" TEXT,
    "closing_note" TEXT,

    CONSTRAINT "reviews_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "review_notes" (
    "id" UUID NOT NULL,
    "review_id" UUID NOT NULL,
    "actor" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "review_notes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT,
    "password_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "disabled_at" TIMESTAMPTZ(3),
    "devices_since" TIMESTAMPTZ(3),

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "organizations" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "suspended_at" TIMESTAMPTZ(3),
    "suspension_reason" TEXT,
    "required_sign_in" "SignInRequirement",

    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "memberships" (
    "organization_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "role" "Role" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("organization_id","user_id")
);

-- CreateTable
CREATE TABLE "applications" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "applications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "name" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "last_four" TEXT NOT NULL,
    "scopes" "KeyScope"[],
    "allowed_ips" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT,
    "line_id" UUID,
    "last_used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reporting_tokens" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "application_id" UUID,
    "name" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "last_four" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "reporting_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "key_networks" (
    "key_id" UUID NOT NULL,
    "network" TEXT NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "untold_since" TIMESTAMPTZ(3),

    CONSTRAINT "key_networks_pkey" PRIMARY KEY ("key_id","network")
);

-- CreateTable
CREATE TABLE "saved_views" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "page" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "user_id" UUID,
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "saved_views_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT,
    "events" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "sealed_secret" TEXT NOT NULL,
    "retired_secrets" JSONB NOT NULL DEFAULT '[]',
    "concurrency" INTEGER NOT NULL DEFAULT 4,
    "rate_per_second" INTEGER,
    "rate_flows_until" TIMESTAMPTZ(3),
    "status" "EndpointStatus" NOT NULL DEFAULT 'enabled',
    "disabled_reason" TEXT,
    "failing_since" TIMESTAMPTZ(3),
    "alerts_sent" INTEGER NOT NULL DEFAULT 0,
    "circuit_open_until" TIMESTAMPTZ(3),
    "circuit_probes" INTEGER NOT NULL DEFAULT 0,
    "circuit_closed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_lanes" (
    "endpoint_id" UUID NOT NULL,
    "number" SMALLINT NOT NULL,
    "claimed_until" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_lanes_pkey" PRIMARY KEY ("endpoint_id","number")
);

-- CreateTable
CREATE TABLE "webhook_events" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "type" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "sequence" INTEGER NOT NULL DEFAULT 1,
    "body" TEXT NOT NULL,
    "test" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "written_by" BIGINT NOT NULL DEFAULT ((pg_current_xact_id())::text)::bigint,
    "body_erased_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "copy" INTEGER NOT NULL DEFAULT 0,
    "status" "DeliveryStatus" NOT NULL DEFAULT 'due',
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "attempts_before" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "claimed_until" TIMESTAMPTZ(3),
    "parked_at" TIMESTAMPTZ(3),
    "resent_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_attempts" (
    "delivery_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "status_code" INTEGER,
    "error" TEXT,
    "address" TEXT,
    "response_headers" JSONB,
    "response_body" TEXT,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("delivery_id","number")
);

-- CreateTable
CREATE TABLE "webhook_recoveries" (
    "id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "kind" "RecoveryKind" NOT NULL,
    "status" "RecoveryStatus" NOT NULL DEFAULT 'running',
    "since" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "cursor_at" TIMESTAMPTZ(3),
    "cursor_id" UUID,
    "queued_count" INTEGER NOT NULL DEFAULT 0,
    "requested_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "worked_at" TIMESTAMPTZ(3),
    "signal_after" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_recoveries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "audit_entries_application_id_created_at_id_idx" ON "audit_entries"("application_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_entries_subject_id_idx" ON "audit_entries"("subject_id");

-- CreateIndex
CREATE INDEX "audit_entries_organization_id_created_at_id_idx" ON "audit_entries"("organization_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "buckets_application_id_environment_idx" ON "buckets"("application_id", "environment");

-- CreateIndex
CREATE UNIQUE INDEX "export_uploads_export_id_key" ON "export_uploads"("export_id");

-- CreateIndex
CREATE INDEX "export_uploads_due_idx" ON "export_uploads"("next_attempt_at") WHERE (status = 'due');

-- CreateIndex
CREATE INDEX "export_uploads_bucket_id_created_at_idx" ON "export_uploads"("bucket_id", "created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "c2b_registrations_hook_token_key" ON "c2b_registrations"("hook_token");

-- CreateIndex
CREATE INDEX "c2b_registrations_pull_due_idx" ON "c2b_registrations"("pull_due_at") WHERE (pull_due_at IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "c2b_registrations_application_id_environment_shortcode_key" ON "c2b_registrations"("application_id", "environment", "shortcode");

-- CreateIndex
CREATE INDEX "c2b_retired_tokens_registration_id_idx" ON "c2b_retired_tokens"("registration_id");

-- CreateIndex
CREATE INDEX "held_confirmations_environment_shortcode_amount_idx" ON "held_confirmations"("environment", "shortcode", "amount");

-- CreateIndex
CREATE INDEX "provider_callbacks_open_idx" ON "provider_callbacks"("application_id", "retry_at") WHERE (retry_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "provider_callbacks_astray_idx" ON "provider_callbacks"("received_at") WHERE (state = 'unmatched' OR state = 'failed');

-- CreateIndex
CREATE UNIQUE INDEX "provider_callbacks_subject_id_kind_body_hash_key" ON "provider_callbacks"("subject_id", "kind", "body_hash");

-- CreateIndex
CREATE INDEX "day_sign_offs_day_idx" ON "day_sign_offs"("day");

-- CreateIndex
CREATE UNIQUE INDEX "day_sign_offs_application_id_environment_day_revision_key" ON "day_sign_offs"("application_id", "environment", "day", "revision");

-- CreateIndex
CREATE INDEX "day_mails_next_at_idx" ON "day_mails"("next_at");

-- CreateIndex
CREATE UNIQUE INDEX "day_mails_application_id_environment_key" ON "day_mails"("application_id", "environment");

-- CreateIndex
CREATE UNIQUE INDEX "disbursements_callback_token_key" ON "disbursements"("callback_token");

-- CreateIndex
CREATE INDEX "disbursements_application_id_environment_created_at_id_idx" ON "disbursements"("application_id", "environment", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "disbursements_application_id_environment_transaction_id_idx" ON "disbursements"("application_id", "environment", "transaction_id");

-- CreateIndex
CREATE INDEX "disbursements_application_id_environment_provider_receipt_idx" ON "disbursements"("application_id", "environment", "provider_receipt");

-- CreateIndex
CREATE INDEX "disbursements_application_id_environment_phone_created_at_idx" ON "disbursements"("application_id", "environment", "phone", "created_at" DESC);

-- CreateIndex
CREATE INDEX "disbursements_inquiry_due_idx" ON "disbursements"("next_inquiry_at") WHERE (status = 'pending');

-- CreateIndex
CREATE INDEX "disbursements_review_idx" ON "disbursements"("application_id", "environment", "created_at") WHERE (needs_review);

-- CreateIndex
CREATE INDEX "disbursements_refunds_idx" ON "disbursements"("application_id", "environment", "created_at") WHERE (payment_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "disbursements_created_brin" ON "disbursements" USING BRIN ("created_at");

-- CreateIndex
CREATE INDEX "disbursements_settled_brin" ON "disbursements" USING BRIN ("settled_at");

-- CreateIndex
CREATE INDEX "disbursements_conversation_id_idx" ON "disbursements"("conversation_id");

-- CreateIndex
CREATE INDEX "disbursements_originator_conversation_id_idx" ON "disbursements"("originator_conversation_id");

-- CreateIndex
CREATE UNIQUE INDEX "disbursements_live_receipt_key" ON "disbursements"("application_id", "environment", "live_receipt") WHERE (live_receipt IS NOT NULL);

-- CreateIndex
CREATE INDEX "engine_runs_due_idx" ON "engine_runs"("wake_at") WHERE (status = 'queued');

-- CreateIndex
CREATE INDEX "engine_runs_ended_idx" ON "engine_runs"("ended_at") WHERE (ended_at IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "engine_runs_fn_event_id_key" ON "engine_runs"("fn", "event_id");

-- CreateIndex
CREATE INDEX "export_schedules_application_id_environment_idx" ON "export_schedules"("application_id", "environment");

-- CreateIndex
CREATE INDEX "export_schedules_next_at_idx" ON "export_schedules"("next_at");

-- CreateIndex
CREATE INDEX "export_schedules_bucket_id_idx" ON "export_schedules"("bucket_id");

-- CreateIndex
CREATE INDEX "exports_application_id_environment_created_at_id_idx" ON "exports"("application_id", "environment", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "exports_open_idx" ON "exports"("worked_at") WHERE (status = 'queued' OR status = 'running');

-- CreateIndex
CREATE INDEX "exports_expiring_idx" ON "exports"("expires_at") WHERE (status = 'ready');

-- CreateIndex
CREATE INDEX "exports_ended_at_idx" ON "exports"("ended_at");

-- CreateIndex
CREATE INDEX "exports_schedule_id_idx" ON "exports"("schedule_id");

-- CreateIndex
CREATE UNIQUE INDEX "float_thresholds_application_id_environment_shortcode_accou_key" ON "float_thresholds"("application_id", "environment", "shortcode", "account");

-- CreateIndex
CREATE INDEX "idempotency_records_resource_id_idx" ON "idempotency_records"("resource_id");

-- CreateIndex
CREATE INDEX "idempotency_records_in_flight_idx" ON "idempotency_records"("lease_until") WHERE (state = 'in_flight');

-- CreateIndex
CREATE INDEX "idempotency_records_indeterminate_idx" ON "idempotency_records"("application_id", "environment", "created_at") WHERE (state = 'indeterminate');

-- CreateIndex
CREATE UNIQUE INDEX "idempotency_records_application_id_environment_endpoint_key_key" ON "idempotency_records"("application_id", "environment", "endpoint", "key");

-- CreateIndex
CREATE INDEX "sessions_user_id_revoked_at_idx" ON "sessions"("user_id", "revoked_at");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "password_resets_hash_key" ON "password_resets"("hash");

-- CreateIndex
CREATE INDEX "password_resets_user_id_idx" ON "password_resets"("user_id");

-- CreateIndex
CREATE INDEX "password_resets_expires_at_idx" ON "password_resets"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_hash_key" ON "invitations"("hash");

-- CreateIndex
CREATE INDEX "invitations_organization_id_created_at_idx" ON "invitations"("organization_id", "created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "invitations_one_open" ON "invitations"("organization_id", "email") WHERE (accepted_at IS NULL AND revoked_at IS NULL);

-- CreateIndex
CREATE INDEX "external_identities_user_id_idx" ON "external_identities"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "inquiries_callback_token_key" ON "inquiries"("callback_token");

-- CreateIndex
CREATE INDEX "inquiries_application_id_environment_created_at_id_idx" ON "inquiries"("application_id", "environment", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "inquiries_disbursement_id_idx" ON "inquiries"("disbursement_id");

-- CreateIndex
CREATE INDEX "inquiries_callback_idx" ON "inquiries"("callback_id") WHERE (callback_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "inquiries_pending_idx" ON "inquiries"("created_at") WHERE (status = 'pending');

-- CreateIndex
CREATE INDEX "inquiries_balance_idx" ON "inquiries"("application_id", "environment", "ended_at" DESC) WHERE (kind = 'account_balance' AND status = 'answered');

-- CreateIndex
CREATE INDEX "inquiries_conversation_id_idx" ON "inquiries"("conversation_id");

-- CreateIndex
CREATE INDEX "inquiries_originator_conversation_id_idx" ON "inquiries"("originator_conversation_id");

-- CreateIndex
CREATE UNIQUE INDEX "mails_dedupe_key_key" ON "mails"("dedupe_key");

-- CreateIndex
CREATE INDEX "mails_due_idx" ON "mails"("next_attempt_at") WHERE (status = 'due');

-- CreateIndex
CREATE INDEX "mails_ended_idx" ON "mails"("ended_at") WHERE (ended_at IS NOT NULL AND "to" <> '');

-- CreateIndex
CREATE INDEX "orders_application_id_environment_created_at_id_idx" ON "orders"("application_id", "environment", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "orders_application_id_environment_resource_id_idx" ON "orders"("application_id", "environment", "resource_id");

-- CreateIndex
CREATE INDEX "orders_due_idx" ON "orders"("created_at") WHERE (status = 'approved');

-- CreateIndex
CREATE INDEX "orders_waiting_idx" ON "orders"("application_id", "environment", "created_at") WHERE (status = 'awaiting_approval');

-- CreateIndex
CREATE INDEX "orders_unapproved_idx" ON "orders"("application_id", "environment", "kind", "executed_at") WHERE (decided_by IS NULL);

-- CreateIndex
CREATE UNIQUE INDEX "orders_application_id_environment_requested_by_request_key_key" ON "orders"("application_id", "environment", "requested_by", "request_key");

-- CreateIndex
CREATE UNIQUE INDEX "payments_callback_token_key" ON "payments"("callback_token");

-- CreateIndex
CREATE INDEX "payments_application_id_environment_created_at_id_idx" ON "payments"("application_id", "environment", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "payments_application_id_environment_provider_receipt_idx" ON "payments"("application_id", "environment", "provider_receipt");

-- CreateIndex
CREATE INDEX "payments_application_id_environment_phone_created_at_idx" ON "payments"("application_id", "environment", "phone", "created_at" DESC);

-- CreateIndex
CREATE INDEX "payments_application_id_environment_status_created_at_id_idx" ON "payments"("application_id", "environment", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "payments_failed_idx" ON "payments"("application_id", "environment", "result_code", "created_at" DESC, "id" DESC) WHERE (status = 'failed');

-- CreateIndex
CREATE INDEX "payments_review_idx" ON "payments"("application_id", "environment", "created_at" DESC, "id" DESC) WHERE (needs_review);

-- CreateIndex
CREATE INDEX "payments_checkout_request_id_idx" ON "payments"("checkout_request_id");

-- CreateIndex
CREATE INDEX "payments_merchant_request_id_idx" ON "payments"("merchant_request_id");

-- CreateIndex
CREATE INDEX "payments_created_brin" ON "payments" USING BRIN ("created_at");

-- CreateIndex
CREATE INDEX "payments_settled_brin" ON "payments" USING BRIN ("settled_at");

-- CreateIndex
CREATE INDEX "payments_pending_match_idx" ON "payments"("environment", "shortcode", "amount") WHERE (status = 'pending');

-- CreateIndex
CREATE INDEX "payments_query_due_idx" ON "payments"("next_query_at") WHERE (status = 'pending');

-- CreateIndex
CREATE INDEX "payments_announce_due_idx" ON "payments"("announce_at") WHERE (announce_at IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "payments_shortcode_environment_provider_receipt_key" ON "payments"("shortcode", "environment", "provider_receipt");

-- CreateIndex
CREATE UNIQUE INDEX "payments_default_ref_key" ON "payments"("application_id", "environment", "account_ref") WHERE (is_default_ref);

-- CreateIndex
CREATE INDEX "statements_application_id_environment_shortcode_covers_to_idx" ON "statements"("application_id", "environment", "shortcode", "covers_to");

-- CreateIndex
CREATE UNIQUE INDEX "statements_application_id_environment_shortcode_file_hash_key" ON "statements"("application_id", "environment", "shortcode", "file_hash");

-- CreateIndex
CREATE INDEX "statement_lines_application_id_environment_shortcode_comple_idx" ON "statement_lines"("application_id", "environment", "shortcode", "completed_at", "ordinal");

-- CreateIndex
CREATE INDEX "statement_lines_unmatched_idx" ON "statement_lines"("application_id", "environment", "shortcode", "completed_at") WHERE (matched_at IS NULL);

-- CreateIndex
CREATE INDEX "statement_lines_payment_id_idx" ON "statement_lines"("payment_id");

-- CreateIndex
CREATE INDEX "statement_lines_disbursement_id_idx" ON "statement_lines"("disbursement_id");

-- CreateIndex
CREATE UNIQUE INDEX "statement_lines_receipt_key" ON "statement_lines"("application_id", "environment", "shortcode", "receipt", "kind", "account", "occurrence");

-- CreateIndex
CREATE INDEX "told_balances_application_id_environment_shortcode_paid_at_idx" ON "told_balances"("application_id", "environment", "shortcode", "paid_at");

-- CreateIndex
CREATE INDEX "rollups_empty_idx" ON "rollups"("hour") WHERE (count = 0);

-- CreateIndex
CREATE INDEX "api_requests_application_id_environment_created_at_id_idx" ON "api_requests"("application_id", "environment", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "api_requests_created_brin" ON "api_requests" USING BRIN ("created_at");

-- CreateIndex
CREATE INDEX "reviews_subject_kind_subject_id_idx" ON "reviews"("subject_kind", "subject_id");

-- CreateIndex
CREATE INDEX "reviews_open_idx" ON "reviews"("application_id", "environment", "opened_at", "id") WHERE (status = 'open');

-- CreateIndex
CREATE INDEX "reviews_closed_idx" ON "reviews"("application_id", "environment", "opened_at", "id") WHERE (status = 'closed');

-- CreateIndex
CREATE UNIQUE INDEX "reviews_open_key" ON "reviews"("subject_kind", "subject_id", "reason") WHERE (status = 'open');

-- CreateIndex
CREATE INDEX "review_notes_review_id_created_at_idx" ON "review_notes"("review_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "memberships_user_id_idx" ON "memberships"("user_id");

-- CreateIndex
CREATE INDEX "applications_organization_id_idx" ON "applications"("organization_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys"("hash");

-- CreateIndex
CREATE INDEX "api_keys_application_id_environment_idx" ON "api_keys"("application_id", "environment");

-- CreateIndex
CREATE INDEX "api_keys_expires_at_idx" ON "api_keys"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "reporting_tokens_hash_key" ON "reporting_tokens"("hash");

-- CreateIndex
CREATE INDEX "reporting_tokens_organization_id_created_at_idx" ON "reporting_tokens"("organization_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "key_networks_untold_since_idx" ON "key_networks"("untold_since");

-- CreateIndex
CREATE INDEX "key_networks_last_seen_at_idx" ON "key_networks"("last_seen_at");

-- CreateIndex
CREATE INDEX "saved_views_application_id_environment_page_idx" ON "saved_views"("application_id", "environment", "page");

-- CreateIndex
CREATE INDEX "webhook_endpoints_application_id_environment_idx" ON "webhook_endpoints"("application_id", "environment");

-- CreateIndex
CREATE INDEX "webhook_events_application_id_environment_created_at_id_idx" ON "webhook_events"("application_id", "environment", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_events_subject_id_type_sequence_key" ON "webhook_events"("subject_id", "type", "sequence");

-- CreateIndex
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries"("next_attempt_at") WHERE (status = 'due' AND parked_at IS NULL);

-- CreateIndex
CREATE INDEX "webhook_deliveries_due_of_endpoint_idx" ON "webhook_deliveries"("endpoint_id") WHERE (status = 'due');

-- CreateIndex
CREATE INDEX "webhook_deliveries_queue_idx" ON "webhook_deliveries"("endpoint_id", "next_attempt_at") WHERE (parked_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "webhook_deliveries_endpoint_id_created_at_id_idx" ON "webhook_deliveries"("endpoint_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_deliveries_event_id_endpoint_id_copy_key" ON "webhook_deliveries"("event_id", "endpoint_id", "copy");

-- CreateIndex
CREATE INDEX "webhook_attempts_endpoint_id_started_at_idx" ON "webhook_attempts"("endpoint_id", "started_at");

-- CreateIndex
CREATE INDEX "webhook_recoveries_endpoint_id_created_at_idx" ON "webhook_recoveries"("endpoint_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_recoveries_one_running" ON "webhook_recoveries"("endpoint_id", "kind") WHERE (status = 'running');

-- AddForeignKey
ALTER TABLE "buckets" ADD CONSTRAINT "buckets_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "export_uploads" ADD CONSTRAINT "export_uploads_bucket_id_fkey" FOREIGN KEY ("bucket_id") REFERENCES "buckets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "export_uploads" ADD CONSTRAINT "export_uploads_export_id_fkey" FOREIGN KEY ("export_id") REFERENCES "exports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "c2b_registrations" ADD CONSTRAINT "c2b_registrations_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "c2b_retired_tokens" ADD CONSTRAINT "c2b_retired_tokens_registration_id_fkey" FOREIGN KEY ("registration_id") REFERENCES "c2b_registrations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "c2b_rules" ADD CONSTRAINT "c2b_rules_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "day_sign_offs" ADD CONSTRAINT "day_sign_offs_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "day_mails" ADD CONSTRAINT "day_mails_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "disbursements" ADD CONSTRAINT "disbursements_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "disbursements" ADD CONSTRAINT "disbursements_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "export_schedules" ADD CONSTRAINT "export_schedules_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "export_schedules" ADD CONSTRAINT "export_schedules_bucket_id_fkey" FOREIGN KEY ("bucket_id") REFERENCES "buckets"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "exports" ADD CONSTRAINT "exports_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "exports" ADD CONSTRAINT "exports_schedule_id_fkey" FOREIGN KEY ("schedule_id") REFERENCES "export_schedules"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "export_parts" ADD CONSTRAINT "export_parts_export_id_fkey" FOREIGN KEY ("export_id") REFERENCES "exports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "float_thresholds" ADD CONSTRAINT "float_thresholds_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "external_identities" ADD CONSTRAINT "external_identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inquiries" ADD CONSTRAINT "inquiries_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inquiries" ADD CONSTRAINT "inquiries_disbursement_id_fkey" FOREIGN KEY ("disbursement_id") REFERENCES "disbursements"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "approval_policies" ADD CONSTRAINT "approval_policies_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payments" ADD CONSTRAINT "payments_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provider_credentials" ADD CONSTRAINT "provider_credentials_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shortcodes" ADD CONSTRAINT "shortcodes_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "statements" ADD CONSTRAINT "statements_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_statement_id_fkey" FOREIGN KEY ("statement_id") REFERENCES "statements"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_disbursement_id_fkey" FOREIGN KEY ("disbursement_id") REFERENCES "disbursements"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "told_balances" ADD CONSTRAINT "told_balances_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_requests" ADD CONSTRAINT "api_requests_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "retention_settings" ADD CONSTRAINT "retention_settings_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subject_holds" ADD CONSTRAINT "subject_holds_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_notes" ADD CONSTRAINT "review_notes_review_id_fkey" FOREIGN KEY ("review_id") REFERENCES "reviews"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "applications" ADD CONSTRAINT "applications_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reporting_tokens" ADD CONSTRAINT "reporting_tokens_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reporting_tokens" ADD CONSTRAINT "reporting_tokens_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "key_networks" ADD CONSTRAINT "key_networks_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_keys"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_lanes" ADD CONSTRAINT "webhook_lanes_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "webhook_events"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "webhook_deliveries"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_recoveries" ADD CONSTRAINT "webhook_recoveries_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the schema language cannot say.

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

ALTER TABLE "c2b_rules"
  ADD CONSTRAINT "c2b_rules_verify_from_positive" CHECK ("verify_from" > 0);

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
    AND "per_recipient_per_day" > 0 AND "per_key_per_day" > 0),
  ADD CONSTRAINT "approval_policies_resolution_from_positive" CHECK ("resolution_from" > 0);

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

-- The exact sum of a payment: offline payments may have fractions.
CREATE FUNCTION "exact_kes"("amount" integer, "exact_amount" text) RETURNS numeric
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN $2 ~ '^[0-9]{1,15}(\.[0-9]{1,6})?$' THEN $2::numeric ELSE $1::numeric END
$$;

-- Each change of a payment or disbursement is noted in its own transaction: what it was is taken from its hour, and what it is
-- now is added. So totals and notes together say what the rows say, at every moment, whenever and in whatever order
-- transactions commit.
-- The changes of a statement are noted together, as sums: many payments that are settled at once are a few notes. What an
-- update left as it was adds up to nothing and is not noted.
DO $do$
DECLARE
  rows_of constant jsonb := '{
    "insert": "SELECT 1 AS sign, * FROM new_rows",
    "update": "SELECT -1 AS sign, * FROM old_rows UNION ALL SELECT 1, * FROM new_rows",
    "delete": "SELECT -1 AS sign, * FROM old_rows"}';
  tables_of constant jsonb := '{
    "insert": "NEW TABLE AS new_rows",
    "update": "OLD TABLE AS old_rows NEW TABLE AS new_rows",
    "delete": "OLD TABLE AS old_rows"}';
  kind_of constant jsonb := '{"payments": "''payment''", "disbursements": "c.kind::text"}';
  source_of constant jsonb := '{
    "payments": "c.source::text",
    "disbursements": "coalesce((SELECT p.source::text FROM payments p WHERE p.id = c.payment_id), '''')"}';
  exact_of constant jsonb := '{"payments": "exact_kes(c.amount, c.exact_amount)", "disbursements": "c.amount::numeric"}';
  settled_of constant jsonb := '{
    "payments": "CASE WHEN c.source = ''c2b'' THEN c.created_at ELSE c.settled_at END",
    "disbursements": "c.settled_at"}';
  noted text;
  change text;
BEGIN
  FOREACH noted IN ARRAY ARRAY['payments', 'disbursements'] LOOP
    FOREACH change IN ARRAY ARRAY['insert', 'update', 'delete'] LOOP
      EXECUTE format($text$
CREATE FUNCTION "note_%1$s_%2$s"() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  INSERT INTO "rollup_changes" ("application_id", "environment", "basis", "hour", "kind", "source", "status", "result_code",
    "shortcode", "count", "amount", "exact_amount")
  SELECT n.application_id, n.environment, n.basis, n.hour, n.kind, n.source, n.status, n.result_code, n.shortcode,
    sum(n.sign), sum(n.sign * n.amount), sum(n.sign * n.exact_amount)
  FROM (
    SELECT c.sign, c.application_id, c.environment, b.basis, date_trunc('hour', b.at, 'UTC') AS hour, %4$s AS kind,
      %5$s AS source, c.status::text AS status, left(coalesce(c.result_code, ''), 64) AS result_code, c.shortcode,
      c.amount::bigint AS amount, %6$s AS exact_amount
    FROM (%3$s) c
    CROSS JOIN LATERAL (VALUES
      ('made', c.created_at), ('settled', CASE WHEN c.status = 'success' THEN %7$s END)) AS b(basis, at)
    WHERE b.at IS NOT NULL) n
  GROUP BY n.application_id, n.environment, n.basis, n.hour, n.kind, n.source, n.status, n.result_code, n.shortcode
  HAVING sum(n.sign) <> 0 OR sum(n.sign * n.amount) <> 0 OR sum(n.sign * n.exact_amount) <> 0;
  RETURN NULL;
END $body$$text$,
        noted, change, rows_of ->> change, kind_of ->> noted, source_of ->> noted, exact_of ->> noted, settled_of ->> noted);
      EXECUTE format('CREATE TRIGGER "%1$s_note_%2$s" AFTER %2$s ON "%1$s" REFERENCING %3$s FOR EACH STATEMENT
        EXECUTE FUNCTION "note_%1$s_%2$s"()', noted, change, tables_of ->> change);
    END LOOP;
  END LOOP;
END $do$;

-- Nothing is older than the triggers: no hour waits to be counted.
INSERT INTO "rollup_backfill" ("id", "counted_to") VALUES (1, NULL);

-- The one row of the retention run, due at once.
INSERT INTO "retention_runs" ("id", "due_at") VALUES (1, '2026-01-01T00:00:00Z');

-- At most one reversal of a receipt is pending or successful. A trigger keeps the column, so that whoever writes a status keeps
-- the rule, too. A success that finds another live reversal of its receipt is recorded without holding the receipt.
CREATE FUNCTION "keep_live_receipt"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  receipt text := upper(NEW."transaction_id");
BEGIN
  IF NEW."status" = 'failed' THEN
    NEW."live_receipt" := NULL;
  ELSIF TG_OP = 'UPDATE' AND EXISTS (
    SELECT 1 FROM "disbursements" o
    WHERE o."application_id" = NEW."application_id" AND o."environment" = NEW."environment"
      AND o."live_receipt" = receipt AND o."id" <> NEW."id") THEN
    NEW."live_receipt" := NULL;
  ELSE
    NEW."live_receipt" := receipt;
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER "disbursements_live_receipt_insert" BEFORE INSERT ON "disbursements" FOR EACH ROW
  WHEN (NEW."kind" = 'reversal') EXECUTE FUNCTION "keep_live_receipt"();
CREATE TRIGGER "disbursements_live_receipt_update" BEFORE UPDATE OF "status" ON "disbursements" FOR EACH ROW
  WHEN (NEW."kind" = 'reversal') EXECUTE FUNCTION "keep_live_receipt"();

-- Whether a payment or disbursement needs review is whether a review of it is open.
CREATE FUNCTION "mark_reviewed_subject"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  waits boolean := EXISTS (
    SELECT 1 FROM "reviews" r
    WHERE r."subject_kind" = NEW."subject_kind" AND r."subject_id" = NEW."subject_id" AND r."status" = 'open');
BEGIN
  IF NEW."subject_kind" = 'payment' THEN
    UPDATE "payments" SET "needs_review" = waits WHERE "id" = NEW."subject_id" AND "needs_review" <> waits;
  ELSIF NEW."subject_kind" = 'disbursement' THEN
    UPDATE "disbursements" SET "needs_review" = waits WHERE "id" = NEW."subject_id" AND "needs_review" <> waits;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "reviews_mark_subject" AFTER INSERT OR UPDATE OF "status" ON "reviews"
  FOR EACH ROW EXECUTE FUNCTION "mark_reviewed_subject"();

ALTER TABLE "reviews"
  ADD CONSTRAINT "reviews_open_iff_not_closed" CHECK (("status" = 'open') = ("closed_at" IS NULL)),
  ADD CONSTRAINT "reviews_closed_by_somebody" CHECK (("closed_at" IS NULL) = ("closed_by" IS NULL));
