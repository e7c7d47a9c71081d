-- CreateEnum
CREATE TYPE "AstrayState" AS ENUM ('kept', 'matched', 'reviewed');

-- AlterEnum
ALTER TYPE "PayoutBatchPause" ADD VALUE 'gap';

-- AlterEnum
ALTER TYPE "ReviewReason" ADD VALUE 'callback_astray';

-- AlterEnum
ALTER TYPE "ReviewSubject" ADD VALUE 'astray_callback';

-- CreateTable
CREATE TABLE "gaps" (
    "id" UUID NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "opened_by" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "apis" INTEGER NOT NULL,
    "is_open" BOOLEAN NOT NULL DEFAULT true,
    "closed_at" TIMESTAMPTZ(3),
    "closed_by" TEXT,
    "closing_note" TEXT,

    CONSTRAINT "gaps_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "gap_readings" (
    "gap_id" UUID NOT NULL,
    "journal" TEXT NOT NULL,
    "keys" INTEGER NOT NULL,
    "is_whole" BOOLEAN NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "gap_readings_pkey" PRIMARY KEY ("gap_id","journal")
);

-- CreateTable
CREATE TABLE "astray_callbacks" (
    "id" UUID NOT NULL,
    "kind" "CallbackKind" NOT NULL,
    "token" TEXT NOT NULL,
    "body_hash" TEXT NOT NULL,
    "body" BYTEA NOT NULL,
    "remote_ip" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "receipt" TEXT,
    "amount" TEXT,
    "state" "AstrayState" NOT NULL DEFAULT 'kept',
    "application_id" UUID,
    "environment" "Environment",
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "astray_callbacks_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "gaps_opened_at_idx" ON "gaps"("opened_at");

-- CreateIndex
CREATE UNIQUE INDEX "gaps_open_key" ON "gaps"("is_open") WHERE (is_open);

-- CreateIndex
CREATE INDEX "astray_callbacks_open_idx" ON "astray_callbacks"("received_at") WHERE (state <> 'matched');

-- CreateIndex
CREATE UNIQUE INDEX "astray_callbacks_token_body_hash_key" ON "astray_callbacks"("token", "body_hash");

-- AddForeignKey
ALTER TABLE "gap_readings" ADD CONSTRAINT "gap_readings_gap_id_fkey" FOREIGN KEY ("gap_id") REFERENCES "gaps"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
