-- CreateEnum
CREATE TYPE "CallbackState" AS ENUM ('received', 'applied', 'unmatched', 'failed');

-- CreateEnum
CREATE TYPE "CallbackKind" AS ENUM ('stk_callback', 'result', 'queue_timeout', 'c2b_confirmation', 'c2b_validation');

-- CreateEnum
CREATE TYPE "DisbursementKind" AS ENUM ('payout', 'reversal');

-- CreateEnum
CREATE TYPE "DisbursementStatus" AS ENUM ('pending', 'success', 'failed');

-- CreateEnum
CREATE TYPE "DisbursementDoor" AS ENUM ('push', 'result', 'inquiry');

-- CreateEnum
CREATE TYPE "EngineRunStatus" AS ENUM ('queued', 'completed', 'failed');

-- CreateEnum
CREATE TYPE "ClaimState" AS ENUM ('in_flight', 'completed', 'indeterminate');

-- CreateEnum
CREATE TYPE "InquiryKind" AS ENUM ('transaction_status', 'account_balance');

-- CreateEnum
CREATE TYPE "InquiryStatus" AS ENUM ('pending', 'answered', 'failed');

-- CreateEnum
CREATE TYPE "MailStatus" AS ENUM ('due', 'sent', 'failed');

-- CreateEnum
CREATE TYPE "OrderKind" AS ENUM ('collect', 'payout', 'reversal', 'payment_query', 'transaction_status', 'account_balance', 'c2b_registration', 'qr_code', 'credential_check');

-- CreateEnum
CREATE TYPE "OrderStatus" AS ENUM ('awaiting_approval', 'approved', 'executed', 'rejected', 'expired', 'cancelled');

-- CreateEnum
CREATE TYPE "PaymentStatus" AS ENUM ('pending', 'success', 'failed');

-- CreateEnum
CREATE TYPE "PaymentSource" AS ENUM ('stk', 'c2b');

-- CreateEnum
CREATE TYPE "SettledBy" AS ENUM ('push', 'callback', 'query', 'c2b');

-- CreateEnum
CREATE TYPE "Product" AS ENUM ('paybill', 'till');

-- CreateEnum
CREATE TYPE "Environment" AS ENUM ('sandbox', 'production');

-- CreateEnum
CREATE TYPE "Role" AS ENUM ('owner', 'admin', 'developer', 'finance', 'support');

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

    CONSTRAINT "c2b_registrations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "c2b_rules" (
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "reference_pattern" TEXT,
    "references" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "amount_min" INTEGER,
    "amount_max" INTEGER,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "c2b_rules_pkey" PRIMARY KEY ("application_id","environment")
);

-- CreateTable
CREATE TABLE "provider_callbacks" (
    "id" UUID NOT NULL,
    "kind" "CallbackKind" NOT NULL,
    "subject_id" UUID NOT NULL,
    "state" "CallbackState" NOT NULL DEFAULT 'received',
    "body_hash" TEXT NOT NULL,
    "body" BYTEA NOT NULL,
    "remote_ip" TEXT NOT NULL,
    "error" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "applied_at" TIMESTAMPTZ(3),
    "retry_at" TIMESTAMPTZ(3),

    CONSTRAINT "provider_callbacks_pkey" PRIMARY KEY ("id")
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
    "has_secret" BOOLEAN NOT NULL DEFAULT false,
    "dedupe_key" TEXT,
    "status" "MailStatus" NOT NULL DEFAULT 'due',
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "claimed_until" TIMESTAMPTZ(3),
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
CREATE TABLE "payment_rollups" (
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "source" "PaymentSource" NOT NULL,
    "status" "PaymentStatus" NOT NULL,
    "result_code" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "amount" BIGINT NOT NULL,

    CONSTRAINT "payment_rollups_pkey" PRIMARY KEY ("application_id","environment","hour","source","status","result_code")
);

-- CreateTable
CREATE TABLE "disbursement_rollups" (
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "kind" "DisbursementKind" NOT NULL,
    "status" "DisbursementStatus" NOT NULL,
    "result_code" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "amount" BIGINT NOT NULL,

    CONSTRAINT "disbursement_rollups_pkey" PRIMARY KEY ("application_id","environment","hour","kind","status","result_code")
);

-- CreateTable
CREATE TABLE "rollup_progress" (
    "name" TEXT NOT NULL,
    "refreshed_to" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rollup_progress_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "rollup_touches" (
    "id" BIGSERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "written_by" BIGINT NOT NULL,

    CONSTRAINT "rollup_touches_pkey" PRIMARY KEY ("id")
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
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT,
    "password_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "organizations" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

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
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT,
    "last_used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
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
    "body" TEXT NOT NULL,
    "test" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "written_by" BIGINT NOT NULL DEFAULT ((pg_current_xact_id())::text)::bigint,

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
CREATE UNIQUE INDEX "c2b_registrations_hook_token_key" ON "c2b_registrations"("hook_token");

-- CreateIndex
CREATE UNIQUE INDEX "c2b_registrations_application_id_environment_shortcode_key" ON "c2b_registrations"("application_id", "environment", "shortcode");

-- CreateIndex
CREATE INDEX "provider_callbacks_due_idx" ON "provider_callbacks"("retry_at") WHERE (retry_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "provider_callbacks_astray_idx" ON "provider_callbacks"("received_at") WHERE (state = 'unmatched' OR state = 'failed');

-- CreateIndex
CREATE UNIQUE INDEX "provider_callbacks_subject_id_kind_body_hash_key" ON "provider_callbacks"("subject_id", "kind", "body_hash");

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
CREATE INDEX "disbursements_created_brin" ON "disbursements" USING BRIN ("created_at");

-- CreateIndex
CREATE INDEX "disbursements_settled_brin" ON "disbursements" USING BRIN ("settled_at");

-- CreateIndex
CREATE INDEX "disbursements_conversation_id_idx" ON "disbursements"("conversation_id");

-- CreateIndex
CREATE INDEX "disbursements_originator_conversation_id_idx" ON "disbursements"("originator_conversation_id");

-- CreateIndex
CREATE INDEX "engine_runs_due_idx" ON "engine_runs"("wake_at") WHERE (status = 'queued');

-- CreateIndex
CREATE INDEX "engine_runs_ended_idx" ON "engine_runs"("ended_at") WHERE (ended_at IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "engine_runs_fn_event_id_key" ON "engine_runs"("fn", "event_id");

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
CREATE UNIQUE INDEX "password_resets_hash_key" ON "password_resets"("hash");

-- CreateIndex
CREATE INDEX "password_resets_user_id_idx" ON "password_resets"("user_id");

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
CREATE INDEX "orders_application_id_environment_created_at_id_idx" ON "orders"("application_id", "environment", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "orders_application_id_environment_resource_id_idx" ON "orders"("application_id", "environment", "resource_id");

-- CreateIndex
CREATE INDEX "orders_due_idx" ON "orders"("created_at") WHERE (status = 'approved');

-- CreateIndex
CREATE INDEX "orders_waiting_idx" ON "orders"("application_id", "environment", "created_at") WHERE (status = 'awaiting_approval');

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
CREATE INDEX "payments_application_id_environment_account_ref_created_at_idx" ON "payments"("application_id", "environment", "account_ref", "created_at" DESC);

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
CREATE INDEX "rollup_touches_written_by_idx" ON "rollup_touches"("written_by");

-- CreateIndex
CREATE INDEX "api_requests_application_id_environment_created_at_id_idx" ON "api_requests"("application_id", "environment", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "api_requests_created_brin" ON "api_requests" USING BRIN ("created_at");

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
CREATE INDEX "saved_views_application_id_environment_page_idx" ON "saved_views"("application_id", "environment", "page");

-- CreateIndex
CREATE INDEX "webhook_endpoints_application_id_environment_idx" ON "webhook_endpoints"("application_id", "environment");

-- CreateIndex
CREATE INDEX "webhook_events_application_id_environment_created_at_id_idx" ON "webhook_events"("application_id", "environment", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_events_subject_id_type_key" ON "webhook_events"("subject_id", "type");

-- CreateIndex
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries"("next_attempt_at") WHERE (status = 'due' AND parked_at IS NULL);

-- CreateIndex
CREATE INDEX "webhook_deliveries_due_of_endpoint_idx" ON "webhook_deliveries"("endpoint_id") WHERE (status = 'due');

-- CreateIndex
CREATE INDEX "webhook_deliveries_parked_idx" ON "webhook_deliveries"("endpoint_id", "next_attempt_at") WHERE (status = 'due' AND parked_at IS NOT NULL);

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
ALTER TABLE "c2b_registrations" ADD CONSTRAINT "c2b_registrations_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "c2b_rules" ADD CONSTRAINT "c2b_rules_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "disbursements" ADD CONSTRAINT "disbursements_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

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
ALTER TABLE "api_requests" ADD CONSTRAINT "api_requests_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "applications" ADD CONSTRAINT "applications_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

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

ALTER TABLE "idempotency_records"
  ADD CONSTRAINT "idempotency_records_key_length" CHECK (char_length("key") BETWEEN 1 AND 255),
  ADD CONSTRAINT "idempotency_records_completed_at" CHECK ("state" <> 'completed' OR "completed_at" IS NOT NULL),
  ADD CONSTRAINT "idempotency_records_no_early_outcome" CHECK ("state" <> 'in_flight' OR "outcome" IS NULL);

ALTER TABLE "api_keys"
  ADD CONSTRAINT "api_keys_hash_format" CHECK ("hash" ~ '^[0-9a-f]{64}$');

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

ALTER TABLE "c2b_rules" ALTER COLUMN "references" SET NOT NULL;


ALTER TABLE "webhook_recoveries"
  ADD CONSTRAINT "webhook_recoveries_running_iff_not_ended" CHECK (("status" = 'running') = ("ended_at" IS NULL)),
  ADD CONSTRAINT "webhook_recoveries_cursor_whole" CHECK (("cursor_at" IS NULL) = ("cursor_id" IS NULL));

ALTER TABLE "mails"
  ADD CONSTRAINT "mails_due_iff_not_ended" CHECK (("status" = 'due') = ("ended_at" IS NULL)),
  ADD CONSTRAINT "mails_due_has_time" CHECK (("status" = 'due') = ("next_attempt_at" IS NOT NULL));

ALTER TABLE "orders"
  ADD CONSTRAINT "orders_amount_positive" CHECK ("amount" > 0),
  ADD CONSTRAINT "orders_executed_has_outcome" CHECK (("status" = 'executed') = ("executed_at" IS NOT NULL AND "outcome" IS NOT NULL)),
  ADD CONSTRAINT "orders_rejected_is_decided" CHECK ("status" <> 'rejected' OR ("decided_by" IS NOT NULL AND "decided_at" IS NOT NULL)),
  ADD CONSTRAINT "orders_nobody_approves_alone" CHECK ("status" = 'rejected' OR "decided_by" IS NULL OR "decided_by" <> "requested_by");

ALTER TABLE "approval_policies"
  ADD CONSTRAINT "approval_policies_from_positive" CHECK ("payout_from" > 0 AND "reversal_from" > 0);

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
