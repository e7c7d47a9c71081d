-- AlterTable
ALTER TABLE "provider_callbacks" ADD COLUMN     "body_erased_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "webhook_events" ADD COLUMN     "body_erased_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "retention_settings" (
    "organization_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "days" INTEGER,
    "set_by" TEXT NOT NULL,
    "set_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "retention_settings_pkey" PRIMARY KEY ("organization_id","kind")
);

-- CreateTable
CREATE TABLE "retention_cursors" (
    "name" TEXT NOT NULL,
    "cursor_at" TIMESTAMPTZ(3),
    "cursor_id" UUID NOT NULL,

    CONSTRAINT "retention_cursors_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "retention_runs" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "claimed_until" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "removed" JSON NOT NULL DEFAULT '{}',

    CONSTRAINT "retention_runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subject_holds" (
    "organization_id" UUID NOT NULL,
    "days" INTEGER NOT NULL,
    "set_by" TEXT NOT NULL,
    "set_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "subject_holds_pkey" PRIMARY KEY ("organization_id")
);

-- CreateIndex
CREATE INDEX "password_resets_expires_at_idx" ON "password_resets"("expires_at");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE INDEX "mails_ended_idx" ON "mails"("ended_at") WHERE (ended_at IS NOT NULL AND "to" <> '');

-- AddForeignKey
ALTER TABLE "retention_settings" ADD CONSTRAINT "retention_settings_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subject_holds" ADD CONSTRAINT "subject_holds_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

INSERT INTO "retention_runs" ("id", "due_at") VALUES (1, '2026-01-01T00:00:00Z');
