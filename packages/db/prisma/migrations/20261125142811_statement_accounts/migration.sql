-- AlterEnum
ALTER TYPE "StatementLineKind" ADD VALUE 'transfer';

-- DropIndex
DROP INDEX "statement_lines_application_id_environment_shortcode_receip_key";

-- AlterTable
ALTER TABLE "statement_lines" ADD COLUMN     "account" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "occurrence" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "statements" ADD COLUMN     "account" TEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE UNIQUE INDEX "statement_lines_receipt_key" ON "statement_lines"("application_id", "environment", "shortcode", "receipt", "kind", "account", "occurrence");
