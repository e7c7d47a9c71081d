-- Attempts that wait have their keys under the sign that no API key can send. Without this, a worker that takes over would
-- not find that their prompt was sent already.
UPDATE "idempotency_records" r SET "key" = 'attempt§' || t."id", "fingerprint" = 'attempt§' || t."id"
FROM "link_attempts" t
WHERE t."state" = 'waiting' AND r."application_id" = t."application_id" AND r."environment" = t."environment"
  AND r."endpoint" = 'collect' AND r."key" = 'attempt:' || t."id"
  AND NOT EXISTS (SELECT 1 FROM "idempotency_records" o
    WHERE o."application_id" = t."application_id" AND o."environment" = t."environment" AND o."endpoint" = 'collect'
      AND o."key" = 'attempt§' || t."id");
