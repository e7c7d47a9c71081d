-- AlterEnum
ALTER TYPE "OrderKind" ADD VALUE 'guard_change';

-- CreateIndex
CREATE INDEX "guard_decisions_rule_id_at_idx" ON "guard_decisions"("rule_id", "at");
