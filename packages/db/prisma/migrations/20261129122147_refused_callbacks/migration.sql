-- AlterEnum
ALTER TYPE "ReviewReason" ADD VALUE 'callbacks_refused';

-- AlterEnum
ALTER TYPE "ReviewSubject" ADD VALUE 'refused_callbacks';

-- CreateTable
CREATE TABLE "refused_callbacks" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "address" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "refused_callbacks_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "refused_callbacks_application_id_environment_address_key" ON "refused_callbacks"("application_id", "environment", "address");

-- AddForeignKey
ALTER TABLE "refused_callbacks" ADD CONSTRAINT "refused_callbacks_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
