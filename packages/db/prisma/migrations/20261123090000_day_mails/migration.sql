-- Days by mail, with a file. A worker of the version before sends a mail without its file, and leaves the file in its row.

-- AlterTable
ALTER TABLE "day_sign_offs" ADD COLUMN     "change_told_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "mails" ADD COLUMN     "attachment" BYTEA,
ADD COLUMN     "attachment_name" TEXT,
ADD COLUMN     "attachment_type" TEXT;

-- CreateTable
CREATE TABLE "day_mails" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "hour" INTEGER NOT NULL,
    "user_ids" UUID[],
    "next_at" TIMESTAMPTZ(3) NOT NULL,
    "set_by" TEXT NOT NULL,
    "set_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "day_mails_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "day_mails_next_at_idx" ON "day_mails"("next_at");

-- CreateIndex
CREATE UNIQUE INDEX "day_mails_application_id_environment_key" ON "day_mails"("application_id", "environment");

-- AddForeignKey
ALTER TABLE "day_mails" ADD CONSTRAINT "day_mails_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "day_mails"
  ADD CONSTRAINT "day_mails_hour_of_day" CHECK ("hour" BETWEEN 0 AND 23),
  ADD CONSTRAINT "day_mails_members" CHECK ("user_ids" IS NOT NULL AND cardinality("user_ids") BETWEEN 1 AND 20);

ALTER TABLE "mails"
  ADD CONSTRAINT "mails_attachment_bounded" CHECK (octet_length("attachment") <= 1048576),
  ADD CONSTRAINT "mails_attachment_whole" CHECK (num_nulls("attachment", "attachment_name", "attachment_type") IN (0, 3));
