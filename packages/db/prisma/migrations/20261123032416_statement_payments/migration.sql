-- AlterEnum
ALTER TYPE "OrderKind" ADD VALUE 'statement_payment';
