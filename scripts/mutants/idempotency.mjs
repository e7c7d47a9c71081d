// @ts-check
/** @type {import('../lib/mutation.mjs').Room} */
export const idempotency = {
  folder: 'packages/domain/src/idempotency',
  faults: [
    {
      file: 'claim.ts',
      find: `record.state === 'indeterminate' || record.leaseUntil <= now`,
      replace: `record.state === 'indeterminate'`,
      harm: 'a key whose lease has lapsed stays in flight for ever',
    },
    {
      file: 'claim.ts',
      find: `if (record.fingerprint !== fingerprint) return { kind: 'body_differs' };`,
      replace: '',
      harm: 'a key that is reused with another body replays the answer to the first',
    },
    {
      file: 'claim.ts',
      find: `.sort(([a], [b]) => (a < b ? -1 : 1))`,
      replace: '',
      harm: 'the same body with its fields in another order counts as another one',
    },
    {
      file: 'statements.ts',
      find: `AND endpoint = wanted.endpoint AND key = wanted.key OFFSET 0`,
      replace: `AND key = wanted.key OFFSET 0`,
      harm: 'one key on two endpoints counts as one request',
    },
    {
      file: 'statements.ts',
      find: `WHERE application_id = wanted.application_id AND environment = wanted.environment`,
      replace: `WHERE environment = wanted.environment`,
      harm: 'the key of one merchant replays the answer of another',
    },
    {
      file: 'statements.ts',
      find: `AND r.id = f.claim_id AND r.state::text = 'in_flight'`,
      replace: `AND r.id = f.claim_id`,
      harm: 'a claim that became indeterminate is completed after all',
      tests: ['packages/domain/src/payments/'],
    },
    {
      file: 'statements.ts',
      find: `WHERE id = \${id} AND state = 'in_flight'`,
      replace: `WHERE id = \${id}`,
      harm: 'a completed claim becomes indeterminate',
    },
    {
      file: 'statements.ts',
      find: `SELECT id FROM idempotency_records WHERE state = 'in_flight' AND lease_until <= \${now}`,
      replace: `SELECT id FROM idempotency_records WHERE state = 'in_flight' AND \${now}::timestamptz IS NOT NULL`,
      harm: 'the sweep ends claims that are still at work',
    },
    {
      file: 'statements.ts',
      find: `(CASE WHEN EXISTS (SELECT 1 FROM settled) THEN 'completed' ELSE 'indeterminate' END)`,
      replace: `(CASE WHEN EXISTS (SELECT 1 FROM settled) THEN 'completed' ELSE 'completed' END)`,
      harm: 'a refusal that lost against a success is replayed as the outcome',
      tests: ['packages/domain/src/payments/', 'packages/domain/src/disbursements/'],
    },
    {
      file: 'sweep-claims.ts',
      find: `const graceSeconds = 30;`,
      replace: `const graceSeconds = 0;`,
      harm: 'a claim that has only just lapsed is ended by a machine whose clock is ahead',
    },
    {
      file: 'run-idempotent.ts',
      find: `const leaseUntil = leaseFrom(now);`,
      replace: `const leaseUntil = now;`,
      harm: 'a claim has no lease, so that each duplicate of a running request counts as interrupted',
      tests: ['packages/domain/src/payments/'],
    },
  ],
};
