-- Texts of mails that contain a secret are sealed for the worker. A process of the version before writes them in the clear
-- for as long as it runs, and the worker sends them like that. This migration only adds the column, so that the table is
-- locked for a moment.

-- AlterTable
ALTER TABLE "mails" ADD COLUMN     "sealed_text" TEXT;
