-- AlterEnum
ALTER TYPE "ExportList" ADD VALUE 'links';
ALTER TYPE "ExportList" ADD VALUE 'link_payments';
