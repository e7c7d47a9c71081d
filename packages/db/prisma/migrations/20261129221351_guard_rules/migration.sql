-- CreateEnum
CREATE TYPE "GuardRuleKind" AS ENUM ('prompts_per_phone', 'unanswered_streak', 'first_prompt_max');

-- CreateEnum
CREATE TYPE "GuardMode" AS ENUM ('watch', 'refuse');

-- CreateTable
CREATE TABLE "guard_rules" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "kind" "GuardRuleKind" NOT NULL,
    "mode" "GuardMode" NOT NULL,
    "settings" JSONB NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "guard_rules_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "guard_decisions" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "rule_id" UUID NOT NULL,
    "kind" "GuardRuleKind" NOT NULL,
    "mode" "GuardMode" NOT NULL,
    "payment_id" UUID,
    "phone_hash" TEXT,
    "amount" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "guard_decisions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "guard_rules_application_id_environment_created_at_idx" ON "guard_rules"("application_id", "environment", "created_at");

-- CreateIndex
CREATE INDEX "guard_decisions_application_id_environment_at_idx" ON "guard_decisions"("application_id", "environment", "at");

-- AddForeignKey
ALTER TABLE "guard_rules" ADD CONSTRAINT "guard_rules_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
