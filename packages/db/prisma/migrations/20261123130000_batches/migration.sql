-- The queue of an endpoint is read in the order of its own index. Its predicate has no status, so that no other index of
-- what is due fits the statement that claims.
DROP INDEX "webhook_deliveries_parked_idx";
CREATE INDEX "webhook_deliveries_queue_idx" ON "webhook_deliveries"("endpoint_id", "next_attempt_at") WHERE (parked_at IS NOT NULL);

-- Applications take turns in the inbox. Rows that processes of the version before write are one more turn.
ALTER TABLE "provider_callbacks"
  ADD COLUMN "application_id" UUID NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000';
DROP INDEX "provider_callbacks_due_idx";
CREATE INDEX "provider_callbacks_open_idx" ON "provider_callbacks"("application_id", "retry_at") WHERE (retry_at IS NOT NULL);

-- The changes of a statement are noted together, as sums: many payments that are settled at once are a few notes. What an
-- update left as it was adds up to nothing and is not noted.
DROP TRIGGER "payments_note_insert" ON "payments";
DROP TRIGGER "payments_note_update" ON "payments";
DROP TRIGGER "disbursements_note_insert" ON "disbursements";
DROP TRIGGER "disbursements_note_update" ON "disbursements";
DROP FUNCTION "note_payment_change"();
DROP FUNCTION "note_disbursement_change"();

DO $do$
DECLARE
  rows_of constant jsonb := '{
    "insert": "SELECT 1 AS sign, * FROM new_rows",
    "update": "SELECT -1 AS sign, * FROM old_rows UNION ALL SELECT 1, * FROM new_rows",
    "delete": "SELECT -1 AS sign, * FROM old_rows"}';
  tables_of constant jsonb := '{
    "insert": "NEW TABLE AS new_rows",
    "update": "OLD TABLE AS old_rows NEW TABLE AS new_rows",
    "delete": "OLD TABLE AS old_rows"}';
  kind_of constant jsonb := '{"payments": "''payment''", "disbursements": "c.kind::text"}';
  source_of constant jsonb := '{
    "payments": "c.source::text",
    "disbursements": "coalesce((SELECT p.source::text FROM payments p WHERE p.id = c.payment_id), '''')"}';
  exact_of constant jsonb := '{"payments": "exact_kes(c.amount, c.exact_amount)", "disbursements": "c.amount::numeric"}';
  settled_of constant jsonb := '{
    "payments": "CASE WHEN c.source = ''c2b'' THEN c.created_at ELSE c.settled_at END",
    "disbursements": "c.settled_at"}';
  noted text;
  change text;
BEGIN
  FOREACH noted IN ARRAY ARRAY['payments', 'disbursements'] LOOP
    FOREACH change IN ARRAY ARRAY['insert', 'update', 'delete'] LOOP
      EXECUTE format($text$
CREATE FUNCTION "note_%1$s_%2$s"() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  INSERT INTO "rollup_changes" ("application_id", "environment", "basis", "hour", "kind", "source", "status", "result_code",
    "shortcode", "count", "amount", "exact_amount")
  SELECT n.application_id, n.environment, n.basis, n.hour, n.kind, n.source, n.status, n.result_code, n.shortcode,
    sum(n.sign), sum(n.sign * n.amount), sum(n.sign * n.exact_amount)
  FROM (
    SELECT c.sign, c.application_id, c.environment, b.basis, date_trunc('hour', b.at, 'UTC') AS hour, %4$s AS kind,
      %5$s AS source, c.status::text AS status, left(coalesce(c.result_code, ''), 64) AS result_code, c.shortcode,
      c.amount::bigint AS amount, %6$s AS exact_amount
    FROM (%3$s) c
    CROSS JOIN LATERAL (VALUES
      ('made', c.created_at), ('settled', CASE WHEN c.status = 'success' THEN %7$s END)) AS b(basis, at)
    WHERE b.at IS NOT NULL) n
  GROUP BY n.application_id, n.environment, n.basis, n.hour, n.kind, n.source, n.status, n.result_code, n.shortcode
  HAVING sum(n.sign) <> 0 OR sum(n.sign * n.amount) <> 0 OR sum(n.sign * n.exact_amount) <> 0;
  RETURN NULL;
END $body$$text$,
        noted, change, rows_of ->> change, kind_of ->> noted, source_of ->> noted, exact_of ->> noted, settled_of ->> noted);
      EXECUTE format('CREATE TRIGGER "%1$s_note_%2$s" AFTER %2$s ON "%1$s" REFERENCING %3$s FOR EACH STATEMENT
        EXECUTE FUNCTION "note_%1$s_%2$s"()', noted, change, tables_of ->> change);
    END LOOP;
  END LOOP;
END $do$;
