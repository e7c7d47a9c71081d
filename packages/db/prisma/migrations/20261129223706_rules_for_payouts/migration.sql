ALTER TYPE "GuardMode" ADD VALUE 'hold';
ALTER TYPE "GuardRuleKind" ADD VALUE 'new_payee';
ALTER TYPE "GuardRuleKind" ADD VALUE 'same_payout_soon';

ALTER TABLE "guard_decisions" ADD COLUMN "disbursement_id" UUID;
