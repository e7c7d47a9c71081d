-- Fills the kind of the subject in callbacks that are stored already. New callbacks come in meanwhile: only stored rows are
-- locked. Rows that a process of the version before writes later stay null, and readers work their kind out.
UPDATE "provider_callbacks" c SET "subject_kind" = (CASE
  WHEN c."kind" = 'stk_callback' THEN 'payment'
  WHEN c."kind" IN ('c2b_confirmation', 'c2b_validation') THEN 'c2b_registration'
  WHEN EXISTS (SELECT 1 FROM "disbursements" d WHERE d."id" = c."subject_id") THEN 'disbursement'
  ELSE 'inquiry' END)::"CallbackSubject"
WHERE c."subject_kind" IS NULL;
