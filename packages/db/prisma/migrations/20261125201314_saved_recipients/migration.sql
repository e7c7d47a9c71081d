-- CreateTable
CREATE TABLE "recipients" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "name" TEXT NOT NULL,
    "phone" TEXT NOT NULL,
    "saved_by" TEXT NOT NULL,
    "saved_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "recipients_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "recipients_application_id_environment_phone_key" ON "recipients"("application_id", "environment", "phone");

-- AddForeignKey
ALTER TABLE "recipients" ADD CONSTRAINT "recipients_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A row with another text could never be paid.
ALTER TABLE "recipients" ADD CONSTRAINT "recipients_phone_is_a_number" CHECK ("phone" ~ '^254[0-9]{9}$');
