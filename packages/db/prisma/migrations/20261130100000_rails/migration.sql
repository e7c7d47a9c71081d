-- CreateEnum
CREATE TYPE "Rail" AS ENUM ('mpesa', 'airtel');

-- AlterTable
ALTER TABLE "payments" ADD COLUMN "rail" "Rail" NOT NULL DEFAULT 'mpesa',
ADD COLUMN "not_found_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "disbursements" ADD COLUMN "rail" "Rail" NOT NULL DEFAULT 'mpesa';

-- AlterTable
ALTER TABLE "inquiries" ADD COLUMN "rail" "Rail" NOT NULL DEFAULT 'mpesa';

-- The shortcode of another network than M-PESA begins with the name of the network, so that two accounts of the same digits
-- never mix. The next migration checks the rows that exist: here it would read the tables under the lock of the new column.
ALTER TABLE "payments" ADD CONSTRAINT "payments_rail_of_shortcode" CHECK (
  CASE "rail" WHEN 'mpesa' THEN position(':' in "shortcode") = 0
    ELSE "shortcode" LIKE "rail"::text || ':_%' END) NOT VALID;
ALTER TABLE "disbursements" ADD CONSTRAINT "disbursements_rail_of_shortcode" CHECK (
  CASE "rail" WHEN 'mpesa' THEN position(':' in "shortcode") = 0
    ELSE "shortcode" LIKE "rail"::text || ':_%' END) NOT VALID;
ALTER TABLE "inquiries" ADD CONSTRAINT "inquiries_rail_of_shortcode" CHECK (
  CASE "rail" WHEN 'mpesa' THEN position(':' in "shortcode") = 0
    ELSE "shortcode" LIKE "rail"::text || ':_%' END) NOT VALID;
