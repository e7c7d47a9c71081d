-- CreateTable
CREATE TABLE "day_sign_offs" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "day" DATE NOT NULL,
    "revision" INTEGER NOT NULL,
    "figures" JSON NOT NULL,
    "exceptions" JSON NOT NULL,
    "note" TEXT,
    "signed_by" TEXT NOT NULL,
    "signed_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_since" TIMESTAMPTZ(3),

    CONSTRAINT "day_sign_offs_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "day_sign_offs_day_idx" ON "day_sign_offs"("day");

-- CreateIndex
CREATE UNIQUE INDEX "day_sign_offs_application_id_environment_day_revision_key" ON "day_sign_offs"("application_id", "environment", "day", "revision");

-- CreateIndex
CREATE INDEX "disbursements_refunds_idx" ON "disbursements"("application_id", "environment", "created_at") WHERE (payment_id IS NOT NULL);

-- AddForeignKey
ALTER TABLE "day_sign_offs" ADD CONSTRAINT "day_sign_offs_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
