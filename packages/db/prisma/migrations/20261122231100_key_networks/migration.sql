-- Where keys are used from, so that their owners are told when that changes. A process of the version before does not write it.

-- CreateTable
CREATE TABLE "key_networks" (
    "key_id" UUID NOT NULL,
    "network" TEXT NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "untold_since" TIMESTAMPTZ(3),

    CONSTRAINT "key_networks_pkey" PRIMARY KEY ("key_id","network")
);

-- CreateIndex
CREATE INDEX "key_networks_untold_since_idx" ON "key_networks"("untold_since");

-- CreateIndex
CREATE INDEX "key_networks_last_seen_at_idx" ON "key_networks"("last_seen_at");

-- CreateIndex
CREATE INDEX "api_keys_expires_at_idx" ON "api_keys"("expires_at");

-- AddForeignKey
ALTER TABLE "key_networks" ADD CONSTRAINT "key_networks_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_keys"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
