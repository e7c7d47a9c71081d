-- AlterEnum
ALTER TYPE "ExportList" ADD VALUE 'guard_decisions';
