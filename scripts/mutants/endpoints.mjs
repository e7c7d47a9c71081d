// @ts-check
/** @type {import('../lib/mutation.mjs').Room} */
export const endpoints = {
  folder: 'packages/domain/src/endpoints',
  faults: [
    {
      file: 'signature.ts',
      find: `.update(\`\${timestamp}.\${rawBody}\`)`,
      replace: '.update(rawBody)',
      harm: 'an old event can be posted again with a new time',
    },
    {
      file: 'signature.ts',
      find: 'const current = secrets.at(-1);',
      replace: 'const current = secrets.at(0);',
      harm: 'during a rotation the signature is of a secret that the merchant does not use yet',
    },
    {
      file: 'scope.ts',
      find: 'where: { id: which.endpointId, ...endpointsOf(which), deletedAt: null }',
      replace: 'where: { id: which.endpointId, deletedAt: null }',
      harm: 'a merchant changes endpoints of another',
    },
    {
      file: 'scope.ts',
      find: '...endpointsOf(which), deletedAt: null }',
      replace: '...endpointsOf(which) }',
      harm: 'a deleted endpoint comes back',
      tests: ['packages/domain/src/deliveries/'],
    },
    {
      file: 'throttle-statements.ts',
      find: `(e.status = 'enabled' AND \${circuitAllows(now)}`,
      replace: `(\${circuitAllows(now)}`,
      harm: 'events are posted to a disabled endpoint',
      tests: ['packages/domain/src/deliveries/'],
    },
    {
      file: 'throttle-statements.ts',
      find: `AND \${rateAllows(now)})\``,
      replace: `AND (\${rateAllows(now)} OR true))\``,
      harm: 'an endpoint gets more calls than its rate',
      tests: ['packages/domain/src/deliveries/'],
    },
    {
      file: 'throttle-statements.ts',
      find: 'CASE WHEN e.failing_since IS NULL THEN e.concurrency ELSE 1 END',
      replace: 'e.concurrency',
      harm: 'a dead endpoint holds all of its lanes',
      tests: ['packages/domain/src/deliveries/'],
    },
    {
      file: 'circuit.ts',
      find: 'latest.attempts >= circuitAttemptsMin && latest',
      replace: 'latest',
      harm: 'one failure opens the circuit of an endpoint',
      tests: ['packages/domain/src/deliveries/'],
    },
    {
      file: 'circuit-statements.ts',
      find: `AND circuit_closed_at IS NOT DISTINCT FROM \${by.closedAt}::timestamptz\``,
      replace: `AND (circuit_closed_at IS NOT DISTINCT FROM \${by.closedAt}::timestamptz OR true)\``,
      harm: 'a late worker opens a circuit that has just closed',
      tests: ['packages/domain/src/deliveries/'],
    },
  ],
};
