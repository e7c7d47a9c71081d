-- CreateEnum
CREATE TYPE "LinkKind" AS ENUM ('once', 'many');

-- CreateEnum
CREATE TYPE "LinkStatus" AS ENUM ('open', 'paid', 'ended');

-- CreateEnum
CREATE TYPE "LinkEnding" AS ENUM ('expiry', 'person', 'key', 'limit');

-- CreateEnum
CREATE TYPE "LinkLanguage" AS ENUM ('auto', 'en', 'sw');

-- CreateEnum
CREATE TYPE "AttemptState" AS ENUM ('waiting', 'handed', 'refused', 'stale');

-- AlterTable
ALTER TABLE "applications" ADD COLUMN     "return_hosts" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "links_allowed_at" TIMESTAMPTZ(3),
ADD COLUMN     "public_name" TEXT;

-- CreateTable
CREATE TABLE "payment_links" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "token_hash" TEXT NOT NULL,
    "kind" "LinkKind" NOT NULL,
    "status" "LinkStatus" NOT NULL,
    "ended_by" "LinkEnding",
    "ended_at" TIMESTAMPTZ(3),
    "endings" INTEGER NOT NULL DEFAULT 0,
    "title" TEXT NOT NULL,
    "description" TEXT,
    "amount" INTEGER,
    "amount_min" INTEGER,
    "amount_max" INTEGER,
    "choices" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "account_reference" TEXT,
    "reference_key" TEXT,
    "reference_prefix" TEXT,
    "fields" JSONB NOT NULL DEFAULT '[]',
    "expires_at" TIMESTAMPTZ(3),
    "payments_max" INTEGER,
    "phone" TEXT,
    "return_url" TEXT,
    "language" "LinkLanguage" NOT NULL,
    "offline" BOOLEAN NOT NULL,
    "metadata" JSON,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "paid_count" INTEGER NOT NULL DEFAULT 0,
    "paid_amount" BIGINT NOT NULL DEFAULT 0,
    "prompts_allowed" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "payment_links_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "link_attempts" (
    "id" UUID NOT NULL,
    "link_id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "visit_hash" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "state" "AttemptState" NOT NULL DEFAULT 'waiting',
    "phone" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "answers" JSON NOT NULL DEFAULT '{}',
    "language" "LinkLanguage" NOT NULL,
    "is_repeat" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "prompt_at" TIMESTAMPTZ(3),
    "claimed_until" TIMESTAMPTZ(3),
    "payment_id" UUID,
    "refusal" TEXT,
    "retry_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "link_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "link_credits" (
    "payment_id" UUID NOT NULL,
    "link_id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "attempt_id" UUID,
    "amount" INTEGER NOT NULL,
    "credited_at" TIMESTAMPTZ(3) NOT NULL,
    "reversed_at" TIMESTAMPTZ(3),

    CONSTRAINT "link_credits_pkey" PRIMARY KEY ("payment_id")
);

-- CreateTable
CREATE TABLE "credits_due" (
    "payment_id" UUID NOT NULL,
    "noted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "credits_due_pkey" PRIMARY KEY ("payment_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "payment_links_token_hash_key" ON "payment_links"("token_hash");

-- CreateIndex
CREATE INDEX "payment_links_application_id_environment_created_at_id_idx" ON "payment_links"("application_id", "environment", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "payment_links_application_id_environment_reference_key_idx" ON "payment_links"("application_id", "environment", "reference_key");

-- CreateIndex
CREATE INDEX "payment_links_expiry_idx" ON "payment_links"("expires_at") WHERE (status = 'open' AND expires_at IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "payment_links_id_application_id_environment_key" ON "payment_links"("id", "application_id", "environment");

-- CreateIndex
CREATE UNIQUE INDEX "payment_links_open_reference_key" ON "payment_links"("application_id", "environment", "reference_key") WHERE (kind = 'once' AND status = 'open');

-- CreateIndex
CREATE UNIQUE INDEX "link_attempts_token_hash_key" ON "link_attempts"("token_hash");

-- CreateIndex
CREATE INDEX "link_attempts_link_id_created_at_id_idx" ON "link_attempts"("link_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "link_attempts_phone_idx" ON "link_attempts"("phone", "prompt_at") WHERE (prompt_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "link_attempts_prompts_idx" ON "link_attempts"("application_id", "environment", "prompt_at") WHERE (prompt_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "link_attempts_waiting_idx" ON "link_attempts"("created_at") WHERE (state = 'waiting');

-- CreateIndex
CREATE INDEX "link_attempts_payment_idx" ON "link_attempts"("payment_id") WHERE (payment_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "link_attempts_unpaid_idx" ON "link_attempts"("application_id", "environment", "created_at") WHERE (payment_id IS NULL);

-- CreateIndex
CREATE INDEX "payment_links_open_idx" ON "payment_links"("application_id", "environment", "created_at" DESC, "id" DESC) WHERE (status = 'open');

-- CreateIndex
CREATE UNIQUE INDEX "link_attempts_link_id_visit_hash_key" ON "link_attempts"("link_id", "visit_hash");

-- CreateIndex
CREATE INDEX "link_credits_link_id_credited_at_payment_id_idx" ON "link_credits"("link_id", "credited_at" DESC, "payment_id" DESC);

-- CreateIndex
CREATE INDEX "credits_due_noted_at_idx" ON "credits_due"("noted_at");

-- AddForeignKey
ALTER TABLE "payment_links" ADD CONSTRAINT "payment_links_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "link_attempts" ADD CONSTRAINT "link_attempts_link_id_application_id_environment_fkey" FOREIGN KEY ("link_id", "application_id", "environment") REFERENCES "payment_links"("id", "application_id", "environment") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "link_credits" ADD CONSTRAINT "link_credits_link_id_application_id_environment_fkey" FOREIGN KEY ("link_id", "application_id", "environment") REFERENCES "payment_links"("id", "application_id", "environment") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "payment_links"
  ADD CONSTRAINT "payment_links_token_hash_format" CHECK ("token_hash" ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT "payment_links_ended_by_something" CHECK (("status" = 'ended') = ("ended_by" IS NOT NULL)),
  ADD CONSTRAINT "payment_links_ended_at_some_time" CHECK (("status" = 'ended') = ("ended_at" IS NOT NULL)),
  ADD CONSTRAINT "payment_links_only_one_order_is_paid" CHECK ("status" <> 'paid' OR "kind" = 'once'),
  ADD CONSTRAINT "payment_links_reference_of_kind" CHECK (("kind" = 'once') = ("account_reference" IS NOT NULL)
    AND ("kind" = 'once') = ("reference_key" IS NOT NULL) AND ("kind" = 'many') = ("reference_prefix" IS NOT NULL)),
  ADD CONSTRAINT "payment_links_amount_range" CHECK ("amount" BETWEEN 1 AND 150000),
  ADD CONSTRAINT "payment_links_bounds_range" CHECK ("amount_min" BETWEEN 1 AND 150000 AND "amount_max" BETWEEN 1 AND 150000
    AND "amount_min" <= "amount_max"),
  ADD CONSTRAINT "payment_links_payments_max_of_many" CHECK ("payments_max" IS NULL OR "kind" = 'many'),
  ADD CONSTRAINT "payment_links_choices_present" CHECK ("choices" IS NOT NULL),
  ADD CONSTRAINT "payment_links_paid_not_negative" CHECK ("paid_count" >= 0 AND "paid_amount" >= 0);

ALTER TABLE "link_attempts"
  ADD CONSTRAINT "link_attempts_hash_format" CHECK ("visit_hash" ~ '^[0-9a-f]{64}$' AND "token_hash" ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT "link_attempts_phone_format" CHECK ("phone" ~ '^254[0-9]{9}$'),
  ADD CONSTRAINT "link_attempts_amount_range" CHECK ("amount" BETWEEN 1 AND 150000),
  ADD CONSTRAINT "link_attempts_waiting_iff_not_ended" CHECK (("state" = 'waiting') = ("ended_at" IS NULL)),
  ADD CONSTRAINT "link_attempts_handed_has_payment" CHECK (("state" = 'handed') = ("payment_id" IS NOT NULL)),
  ADD CONSTRAINT "link_attempts_refused_has_reason" CHECK (("state" = 'refused') = ("refusal" IS NOT NULL)),
  ADD CONSTRAINT "link_attempts_answers_bounded" CHECK (octet_length("answers"::text) <= 8192);

ALTER TABLE "link_credits" ADD CONSTRAINT "link_credits_amount_positive" CHECK ("amount" > 0);

ALTER TABLE "applications"
  ADD CONSTRAINT "applications_return_hosts_bounded" CHECK ("return_hosts" IS NOT NULL AND cardinality("return_hosts") <= 10);

-- Each success of an application with links is noted in its own transaction, so that none is missed.
CREATE FUNCTION "note_credit_due"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "credits_due" ("payment_id", "noted_at")
  SELECT NEW."id", coalesce(NEW."settled_at", NEW."created_at") WHERE EXISTS (
    SELECT 1 FROM "payment_links" l
    WHERE l."application_id" = NEW."application_id" AND l."environment" = NEW."environment")
  ON CONFLICT ("payment_id") DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER "payments_note_credit_due_insert" AFTER INSERT ON "payments" FOR EACH ROW
  WHEN (NEW."status" = 'success') EXECUTE FUNCTION "note_credit_due"();
CREATE TRIGGER "payments_note_credit_due_update" AFTER UPDATE OF "status" ON "payments" FOR EACH ROW
  WHEN (NEW."status" = 'success' AND OLD."status" <> 'success') EXECUTE FUNCTION "note_credit_due"();
