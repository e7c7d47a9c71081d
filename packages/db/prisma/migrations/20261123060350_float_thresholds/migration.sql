-- CreateTable
CREATE TABLE "float_thresholds" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "shortcode" TEXT NOT NULL,
    "account" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "below_since" TIMESTAMPTZ(3),
    "set_by" TEXT NOT NULL,
    "set_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "float_thresholds_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "float_thresholds_application_id_environment_shortcode_accou_key" ON "float_thresholds"("application_id", "environment", "shortcode", "account");

-- AddForeignKey
ALTER TABLE "float_thresholds" ADD CONSTRAINT "float_thresholds_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
