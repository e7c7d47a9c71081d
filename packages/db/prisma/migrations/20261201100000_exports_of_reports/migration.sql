-- AlterEnum
ALTER TYPE "ExportList" ADD VALUE 'report_collections';
ALTER TYPE "ExportList" ADD VALUE 'report_payouts';
ALTER TYPE "ExportList" ADD VALUE 'report_settlement';
ALTER TYPE "ExportList" ADD VALUE 'report_balances';
