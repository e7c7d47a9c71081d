-- Hourly totals that are exact at every moment: each change is noted by a trigger and added by the worker.

-- CreateTable
CREATE TABLE "rollups" (
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "basis" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "result_code" TEXT NOT NULL,
    "shortcode" TEXT NOT NULL,
    "count" BIGINT NOT NULL,
    "amount" BIGINT NOT NULL,
    "exact_amount" DECIMAL(26,6) NOT NULL,

    CONSTRAINT "rollups_pkey" PRIMARY KEY ("application_id","environment","basis","hour","kind","source","status","result_code","shortcode")
);

-- CreateTable
CREATE TABLE "rollup_changes" (
    "id" BIGSERIAL NOT NULL,
    "application_id" UUID NOT NULL,
    "environment" "Environment" NOT NULL,
    "basis" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "result_code" TEXT NOT NULL,
    "shortcode" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "amount" BIGINT NOT NULL,
    "exact_amount" DECIMAL(26,6) NOT NULL,

    CONSTRAINT "rollup_changes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rollup_backfill" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "counted_to" TIMESTAMPTZ(3),

    CONSTRAINT "rollup_backfill_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "rollups_empty_idx" ON "rollups"("hour") WHERE (count = 0);

-- The exact sum of a payment: offline payments may have fractions.
CREATE FUNCTION "exact_kes"("amount" integer, "exact_amount" text) RETURNS numeric
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN $2 ~ '^[0-9]{1,15}(\.[0-9]{1,6})?$' THEN $2::numeric ELSE $1::numeric END
$$;

-- Each change of a payment or disbursement is noted in its own transaction: what it was is taken from its hour, and what it is
-- now is added. So totals and notes together say what the rows say, at every moment, whenever and in whatever order
-- transactions commit. In an insert OLD is null, and in a delete NEW is.
CREATE FUNCTION "note_payment_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "rollup_changes" ("application_id", "environment", "basis", "hour", "kind", "source", "status", "result_code",
    "shortcode", "count", "amount", "exact_amount")
  SELECT c.application_id, c.environment, b.basis, date_trunc('hour', b.at, 'UTC'), 'payment', c.source::text, c.status::text,
    left(coalesce(c.result_code, ''), 64), c.shortcode, c.sign, c.sign * c.amount::bigint,
    c.sign * exact_kes(c.amount, c.exact_amount)
  FROM (VALUES
    (-1, OLD."application_id", OLD."environment", OLD."source", OLD."status", OLD."result_code", OLD."shortcode", OLD."amount",
      OLD."exact_amount", OLD."created_at", OLD."settled_at"),
    (1, NEW."application_id", NEW."environment", NEW."source", NEW."status", NEW."result_code", NEW."shortcode", NEW."amount",
      NEW."exact_amount", NEW."created_at", NEW."settled_at"))
    AS c(sign, application_id, environment, source, status, result_code, shortcode, amount, exact_amount, created_at, settled_at)
  CROSS JOIN LATERAL (VALUES
    ('made', c.created_at),
    ('settled', CASE WHEN c.status = 'success' THEN CASE WHEN c.source = 'c2b' THEN c.created_at ELSE c.settled_at END END))
    AS b(basis, at)
  WHERE b.at IS NOT NULL;
  RETURN NULL;
END $$;

CREATE FUNCTION "note_disbursement_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "rollup_changes" ("application_id", "environment", "basis", "hour", "kind", "source", "status", "result_code",
    "shortcode", "count", "amount", "exact_amount")
  SELECT c.application_id, c.environment, b.basis, date_trunc('hour', b.at, 'UTC'), c.kind::text,
    coalesce((SELECT p."source"::text FROM "payments" p WHERE p."id" = c.payment_id), ''), c.status::text,
    left(coalesce(c.result_code, ''), 64), c.shortcode, c.sign, c.sign * c.amount::bigint, c.sign * c.amount::numeric
  FROM (VALUES
    (-1, OLD."application_id", OLD."environment", OLD."kind", OLD."payment_id", OLD."status", OLD."result_code",
      OLD."shortcode", OLD."amount", OLD."created_at", OLD."settled_at"),
    (1, NEW."application_id", NEW."environment", NEW."kind", NEW."payment_id", NEW."status", NEW."result_code",
      NEW."shortcode", NEW."amount", NEW."created_at", NEW."settled_at"))
    AS c(sign, application_id, environment, kind, payment_id, status, result_code, shortcode, amount, created_at, settled_at)
  CROSS JOIN LATERAL (VALUES
    ('made', c.created_at),
    ('settled', CASE WHEN c.status = 'success' THEN c.settled_at END)) AS b(basis, at)
  WHERE b.at IS NOT NULL;
  RETURN NULL;
END $$;

DROP TRIGGER "payments_note_insert" ON "payments";
DROP TRIGGER "payments_note_update" ON "payments";
DROP TRIGGER "disbursements_note_insert" ON "disbursements";
DROP TRIGGER "disbursements_note_update" ON "disbursements";
DROP FUNCTION "note_rollup_touch"();

-- Processes of the version before write payments as soon as this is committed, and rights are given after that.
DO $$
DECLARE
  process text;
BEGIN
  FOR process IN SELECT rolname FROM pg_roles WHERE rolname IN ('tillgate_api', 'tillgate_worker', 'tillgate_web', 'tillgate_cli')
  LOOP
    EXECUTE format('GRANT SELECT, INSERT ON "rollup_changes" TO %I', process);
    EXECUTE format('GRANT USAGE ON SEQUENCE "rollup_changes_id_seq" TO %I', process);
  END LOOP;
END $$;

CREATE TRIGGER "payments_note_insert" AFTER INSERT OR DELETE ON "payments" FOR EACH ROW
  EXECUTE FUNCTION "note_payment_change"();
CREATE TRIGGER "payments_note_update" AFTER UPDATE OF "application_id", "environment", "source", "status", "result_code",
    "shortcode", "amount", "exact_amount", "created_at", "settled_at" ON "payments" FOR EACH ROW
  WHEN ((NEW."application_id", NEW."environment", NEW."source", NEW."status", NEW."result_code", NEW."shortcode", NEW."amount",
      NEW."exact_amount", NEW."created_at", NEW."settled_at")
    IS DISTINCT FROM (OLD."application_id", OLD."environment", OLD."source", OLD."status", OLD."result_code", OLD."shortcode",
      OLD."amount", OLD."exact_amount", OLD."created_at", OLD."settled_at"))
  EXECUTE FUNCTION "note_payment_change"();
CREATE TRIGGER "disbursements_note_insert" AFTER INSERT OR DELETE ON "disbursements" FOR EACH ROW
  EXECUTE FUNCTION "note_disbursement_change"();
CREATE TRIGGER "disbursements_note_update" AFTER UPDATE OF "application_id", "environment", "kind", "payment_id", "status",
    "result_code", "shortcode", "amount", "created_at", "settled_at" ON "disbursements" FOR EACH ROW
  WHEN ((NEW."application_id", NEW."environment", NEW."kind", NEW."payment_id", NEW."status", NEW."result_code",
      NEW."shortcode", NEW."amount", NEW."created_at", NEW."settled_at")
    IS DISTINCT FROM (OLD."application_id", OLD."environment", OLD."kind", OLD."payment_id", OLD."status", OLD."result_code",
      OLD."shortcode", OLD."amount", OLD."created_at", OLD."settled_at"))
  EXECUTE FUNCTION "note_disbursement_change"();

-- What is older than the triggers is counted by the worker, hour after hour, from the beginning.
INSERT INTO "rollup_backfill" ("id", "counted_to")
SELECT 1, CASE WHEN EXISTS (SELECT 1 FROM "payments") OR EXISTS (SELECT 1 FROM "disbursements") THEN to_timestamp(0) END;
