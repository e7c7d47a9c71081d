// @ts-check
/** @type {import('../lib/mutation.mjs').Room} */
export const inbox = {
  folder: 'packages/domain/src/inbox',
  faults: [
    {
      file: 'statements.ts',
      find: `WHERE (environment = 'sandbox' OR is_from_provider)`,
      replace: `WHERE (environment = 'sandbox' OR is_from_provider OR true)`,
      harm: 'a stranger settles payments of production',
      tests: ['packages/domain/src/callbacks/'],
    },
    {
      file: 'hook-statements.ts',
      find: `AND p.application_id = a.application_id AND p.environment = a.environment AND p.rail = a.rail`,
      replace: '',
      harm: 'a notice to one merchant is kept with the payment of another',
    },
    {
      file: 'hook-statements.ts',
      find: `<= \${perAccountDayMax}::int`,
      replace: '>= 0',
      harm: 'whoever has the URL of an account fills the database',
    },
    {
      file: 'hook-statements.ts',
      find: `WHERE hook_token = \${token} AND (ends_at IS NULL OR ends_at > \${at}::timestamptz)`,
      replace: `WHERE hook_token = \${token} AND (ends_at IS NULL OR ends_at > \${at}::timestamptz OR true)`,
      harm: 'a hook token that came into wrong hands works for ever',
      tests: ['packages/domain/src/c2b/', 'packages/domain/src/callbacks/'],
    },
    {
      file: 'statements.ts',
      find: `AND EXISTS (SELECT 1 FROM \${by})\`;`,
      replace: '`;',
      harm: 'a callback ends although its payment was not changed',
      tests: ['packages/domain/src/callbacks/', 'packages/domain/src/payments/'],
    },
    {
      file: 'statements.ts',
      find: `WHERE id = \${id} AND state NOT IN ('applied', 'unmatched')\``,
      replace: `WHERE id = \${id}\``,
      harm: 'a late worker reopens a callback that has ended',
      tests: ['packages/domain/src/callbacks/'],
    },
    {
      file: 'statements.ts',
      find: `AND state <> 'applied' AND body_erased_at IS NULL`,
      replace: 'AND body_erased_at IS NULL',
      harm: 'a person has an applied callback applied again',
      tests: ['packages/domain/src/callbacks/'],
    },
    {
      file: 'statements.ts',
      find: 'AND (e.received_at, e.id) < (c.received_at, c.id)',
      replace: 'AND (e.received_at, e.id) > (c.received_at, c.id)',
      harm: 'callbacks are applied in the wrong order',
      tests: ['packages/domain/src/callbacks/'],
    },
    {
      file: 'due-statements.ts',
      find: `WHERE id = ANY(\${ids}::uuid[]) AND retry_at <= \${now} FOR UPDATE SKIP LOCKED`,
      replace: `WHERE id = ANY(\${ids}::uuid[]) AND \${now}::timestamptz IS NOT NULL FOR UPDATE SKIP LOCKED`,
      harm: 'a worker takes callbacks that another one has claimed',
      tests: ['packages/domain/src/callbacks/'],
    },
    {
      file: 'due-statements.ts',
      find: 'ORDER BY due.retry_at LIMIT (SELECT size FROM share) FOR NO KEY UPDATE SKIP LOCKED) c',
      replace: `ORDER BY due.retry_at LIMIT \${limit}::int FOR NO KEY UPDATE SKIP LOCKED) c`,
      harm: 'the backlog of one merchant delays the callbacks of all others',
      tests: ['packages/domain/src/callbacks/'],
    },
    {
      file: 'receive-callback.ts',
      find: 'if (ctx.spool.count() > 0) return keepInSpool(ctx, posted);',
      replace: '',
      harm: 'a callback overtakes those that wait in the spool',
    },
    {
      file: 'receive-callback.ts',
      find: `if (stored !== 'stored') throw notFound('hook');`,
      replace: '',
      harm: 'the provider is told that a callback was taken which nobody stored',
    },
    {
      file: 'callback.ts',
      find: 'if (attempts >= attemptsMax) return null;',
      replace: '',
      harm: 'a callback that cannot be applied never reaches people',
      tests: ['packages/domain/src/callbacks/'],
    },
  ],
};
