-- CreateTable
CREATE TABLE "stopped_phones" (
    "phone_hash" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "added_by" TEXT NOT NULL,
    "added_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "stopped_phones_pkey" PRIMARY KEY ("phone_hash")
);
