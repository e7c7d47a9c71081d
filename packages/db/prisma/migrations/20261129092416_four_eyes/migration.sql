-- AlterEnum
ALTER TYPE "OrderKind" ADD VALUE 'key_grant';
ALTER TYPE "OrderKind" ADD VALUE 'not_money';

-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "is_held" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "money_from" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "approval_policies" ADD COLUMN     "api_like_dashboard" BOOLEAN NOT NULL DEFAULT true;

-- Until now, no amount for the API meant never. Policies that exist keep that, so that no merchant's payouts stop.
UPDATE "approval_policies" SET "api_like_dashboard" = false;

-- AlterTable
ALTER TABLE "memberships" ADD COLUMN     "confirmed_at" TIMESTAMPTZ(3),
ADD COLUMN     "confirmed_by" UUID,
ADD COLUMN     "role_since" TIMESTAMPTZ(3),
ADD COLUMN     "vouched_by" TEXT,
ADD COLUMN     "ways_in_confirmed_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "recipient" JSON;

-- AlterTable
ALTER TABLE "recipients" ADD COLUMN     "answered_by" TEXT,
ADD COLUMN     "previous_phone" TEXT;

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "passkey_id" UUID;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "factors_ended_at" TIMESTAMPTZ(3),
ADD COLUMN     "first_factor_at" TIMESTAMPTZ(3),
ADD COLUMN     "passkey_challenge_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "former_recipients" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "name" TEXT NOT NULL,
    "phone" TEXT NOT NULL,
    "removed_by" TEXT NOT NULL,
    "removed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "former_recipients_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "former_recipients_application_id_environment_removed_at_idx" ON "former_recipients"("application_id", "environment", "removed_at" DESC);

-- AddForeignKey
ALTER TABLE "former_recipients" ADD CONSTRAINT "former_recipients_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
