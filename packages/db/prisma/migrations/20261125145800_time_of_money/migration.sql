ALTER TYPE "ReviewReason" ADD VALUE 'time_implausible' AFTER 'amount_differed';
ALTER TABLE "held_confirmations" ADD COLUMN "exact_amount" TEXT;
