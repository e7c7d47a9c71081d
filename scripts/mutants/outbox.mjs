// @ts-check
/** @type {import('../lib/mutation.mjs').Room} */
export const outbox = {
  folder: 'packages/domain/src/outbox',
  faults: [
    {
      file: 'queue-statements.ts',
      find: 'e.application_id = frozen.application_id AND e.environment = frozen.environment',
      replace: 'e.application_id = frozen.application_id',
      harm: 'events of the sandbox go to endpoints of production',
      tests: ['packages/domain/src/payments/', 'packages/domain/src/endpoints/'],
    },
    {
      file: 'queue-statements.ts',
      find: 'ON e.application_id = frozen.application_id AND',
      replace: 'ON',
      harm: 'events go to endpoints of other merchants',
      tests: ['packages/domain/src/payments/', 'packages/domain/src/endpoints/'],
    },
    {
      file: 'queue-statements.ts',
      find: `WHERE e.status = 'enabled' AND \${isWanted(`,
      replace: `WHERE \${isWanted(`,
      harm: 'events are queued for disabled endpoints',
      tests: ['packages/domain/src/deliveries/', 'packages/domain/src/endpoints/'],
    },
    {
      file: 'queue-statements.ts',
      find: `AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.event_id = l.id AND d.endpoint_id = running.endpoint_id)
`,
      replace: `
`,
      harm: 'replaying sends what an endpoint has got already',
      tests: ['packages/domain/src/recoveries/'],
    },
    {
      file: 'queue-statements.ts',
      find: `WHERE NOT l.test AND l.body_erased_at IS NULL AND \${isWanted`,
      replace: `WHERE NOT l.test AND \${isWanted`,
      harm: 'replaying sends erased bodies',
      tests: ['packages/domain/src/recoveries/'],
    },
    {
      file: 'wanted-statements.ts',
      find: `THEN \${contract}::text[]`,
      replace: `THEN ARRAY[\${type}]`,
      harm: 'endpoints that name no type get extra types, which their code does not know',
    },
    {
      file: 'statements.ts',
      find: `FROM \${from} s WHERE \${event?.body ?? null}::text IS NOT NULL
      ON CONFLICT (subject_id, type, sequence) DO NOTHING`,
      replace: `FROM \${from} s WHERE \${event?.body ?? null}::text IS NOT NULL
      ON CONFLICT (subject_id, type, sequence) DO UPDATE SET body = excluded.body`,
      harm: 'a second event of one type goes out, and the frozen body changes',
      tests: ['packages/domain/src/payments/', 'packages/domain/src/disbursements/', 'packages/domain/src/callbacks/'],
    },
  ],
};
