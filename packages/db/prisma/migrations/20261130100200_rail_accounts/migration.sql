-- AlterEnum
ALTER TYPE "ShortcodeEvidence" ADD VALUE 'declared';

-- CreateTable
CREATE TABLE "rail_accounts" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "rail" "Rail" NOT NULL,
    "number" TEXT NOT NULL,
    "settings" JSON NOT NULL DEFAULT '{}',
    "hook_token" TEXT,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "asked_since" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rail_accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rail_secrets" (
    "account_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "sealed_value" TEXT NOT NULL,

    CONSTRAINT "rail_secrets_pkey" PRIMARY KEY ("account_id","name")
);

-- CreateIndex
CREATE UNIQUE INDEX "rail_accounts_hook_token_key" ON "rail_accounts"("hook_token");

-- CreateIndex
CREATE UNIQUE INDEX "rail_accounts_application_id_environment_rail_key" ON "rail_accounts"("application_id", "environment", "rail");

-- CreateIndex
CREATE UNIQUE INDEX "rail_accounts_default_key" ON "rail_accounts"("application_id", "environment") WHERE (is_default);

-- AddForeignKey
ALTER TABLE "rail_accounts" ADD CONSTRAINT "rail_accounts_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rail_secrets" ADD CONSTRAINT "rail_secrets_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "rail_accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What an application has at M-PESA is its account there. The secrets stay in their table, to which they are bound, and
-- this keeps the account of them, whichever version of a process writes them.
CREATE FUNCTION "keep_mpesa_account"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "rail_accounts" AS a ("id", "application_id", "environment", "rail", "number", "is_default", "asked_since",
    "created_at", "updated_at")
  VALUES (gen_random_uuid(), NEW."application_id", NEW."environment", 'mpesa', NEW."shortcode", NOT EXISTS (
      SELECT 1 FROM "rail_accounts" d
      WHERE d."application_id" = NEW."application_id" AND d."environment" = NEW."environment" AND d."is_default"),
    NEW."updated_at", NEW."updated_at", NEW."updated_at")
  ON CONFLICT ("application_id", "environment", "rail") DO UPDATE SET "number" = excluded."number",
    "asked_since" = CASE WHEN OLD."sealed_consumer_key" = NEW."sealed_consumer_key" THEN a."asked_since"
      ELSE excluded."asked_since" END,
    "updated_at" = excluded."updated_at";
  RETURN NULL;
END $$;

CREATE TRIGGER "provider_credentials_keep_account_insert" AFTER INSERT ON "provider_credentials" FOR EACH ROW
  EXECUTE FUNCTION "keep_mpesa_account"();
CREATE TRIGGER "provider_credentials_keep_account_update" AFTER UPDATE OF "shortcode", "sealed_consumer_key"
  ON "provider_credentials" FOR EACH ROW EXECUTE FUNCTION "keep_mpesa_account"();

INSERT INTO "rail_accounts" ("id", "application_id", "environment", "rail", "number", "is_default", "asked_since", "created_at", "updated_at")
SELECT gen_random_uuid(), "application_id", "environment", 'mpesa', "shortcode", true, "updated_at", "updated_at", "updated_at"
FROM "provider_credentials";
