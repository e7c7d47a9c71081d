-- Callbacks of production come from listed addresses, hook tokens can be replaced, and a production shortcode has one owner.
-- Only new tables: processes of the version before do not notice.

-- CreateEnum
CREATE TYPE "ShortcodeEvidence" AS ENUM ('push', 'passkey_check', 'registration', 'upgrade');

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
CREATE TABLE "callback_access" (
    "environment" "Environment" NOT NULL,
    "is_open" BOOLEAN NOT NULL,
    "addresses" TEXT[],
    "written_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "callback_access_pkey" PRIMARY KEY ("environment")
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

-- CreateIndex
CREATE INDEX "c2b_retired_tokens_registration_id_idx" ON "c2b_retired_tokens"("registration_id");

-- AddForeignKey
ALTER TABLE "c2b_retired_tokens" ADD CONSTRAINT "c2b_retired_tokens_registration_id_fkey" FOREIGN KEY ("registration_id") REFERENCES "c2b_registrations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shortcodes" ADD CONSTRAINT "shortcodes_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "c2b_retired_tokens"
  ADD CONSTRAINT "c2b_retired_tokens_hook_token_format" CHECK ("hook_token" ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT "c2b_retired_tokens_grace_not_negative" CHECK ("grace_seconds" >= 0);

ALTER TABLE "callback_access" ALTER COLUMN "addresses" SET NOT NULL;

-- A shortcode goes to the organization whose credentials the provider has accepted for it before: a prompt was
-- acknowledged, or a registration got an answer with a code. Where two organizations have that, nobody gets it: an
-- operator decides, or the next proof.
WITH "proven" AS (
  SELECT DISTINCT k."shortcode", a."organization_id"
  FROM "provider_credentials" k JOIN "applications" a ON a."id" = k."application_id"
  WHERE k."environment" = 'production' AND (
    EXISTS (
      SELECT 1 FROM "c2b_registrations" r
      WHERE r."application_id" = k."application_id" AND r."environment" = 'production' AND r."shortcode" = k."shortcode"
        AND r."response_code" IS NOT NULL)
    OR EXISTS (
      SELECT 1 FROM "payments" p
      WHERE p."application_id" = k."application_id" AND p."environment" = 'production' AND p."shortcode" = k."shortcode"
        AND p."checkout_request_id" IS NOT NULL)))
INSERT INTO "shortcodes" ("environment", "shortcode", "organization_id", "evidence", "claimed_at")
SELECT 'production', "shortcode", (array_agg("organization_id"))[1], 'upgrade', now()
FROM "proven" GROUP BY "shortcode" HAVING count(*) = 1;
