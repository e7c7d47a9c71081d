-- Reads the tables while they are read and written.
ALTER TABLE "payments" VALIDATE CONSTRAINT "payments_rail_of_shortcode";
ALTER TABLE "disbursements" VALIDATE CONSTRAINT "disbursements_rail_of_shortcode";
ALTER TABLE "inquiries" VALIDATE CONSTRAINT "inquiries_rail_of_shortcode";
