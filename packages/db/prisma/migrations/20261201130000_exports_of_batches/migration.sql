-- AlterEnum
ALTER TYPE "ExportList" ADD VALUE 'batch_rows';
