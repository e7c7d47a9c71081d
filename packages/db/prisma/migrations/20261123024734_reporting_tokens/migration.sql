-- Tokens that BI tools read reports with. A process of the version before neither reads nor writes them.

-- CreateTable
CREATE TABLE "reporting_tokens" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "application_id" UUID,
    "name" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "last_four" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "reporting_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "reporting_tokens_hash_key" ON "reporting_tokens"("hash");

-- CreateIndex
CREATE INDEX "reporting_tokens_organization_id_created_at_idx" ON "reporting_tokens"("organization_id", "created_at" DESC);

-- AddForeignKey
ALTER TABLE "reporting_tokens" ADD CONSTRAINT "reporting_tokens_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reporting_tokens" ADD CONSTRAINT "reporting_tokens_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddCheckConstraint
ALTER TABLE "reporting_tokens"
  ADD CONSTRAINT "reporting_tokens_hash_format" CHECK ("hash" ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT "reporting_tokens_expires_after" CHECK ("expires_at" > "created_at");
