// @ts-check
/** @type {import('../lib/mutation.mjs').Room} */
export const inquiries = {
  folder: 'packages/domain/src/inquiries',
  faults: [
    {
      file: 'statements.ts',
      find: `WHERE id = \${to.id} AND status = 'pending' RETURNING id, application_id, environment),`,
      replace: `WHERE id = \${to.id} RETURNING id, application_id, environment),`,
      harm: 'an inquiry ends twice, and the second answer replaces the first',
    },
    {
      file: 'statements.ts',
      find: `WHERE id = \${id} AND application_id = \${tenant.applicationId} AND environment = \${tenant.environment}`,
      replace: `WHERE id = \${id} AND \${tenant.applicationId}::uuid IS NOT NULL AND environment = \${tenant.environment}`,
      harm: 'a merchant reads the inquiries of another',
    },
    {
      file: 'statements.ts',
      find: '        AND disbursement_id IS NULL AND callback_id IS NULL`,',
      replace: '`,',
      harm: 'a merchant reads the questions that we ask for ourselves',
    },
    {
      file: 'statements.ts',
      find: `WHERE id = \${row.disbursementId}::uuid AND status = 'pending')`,
      replace: `WHERE id = \${row.disbursementId}::uuid)`,
      harm: 'the provider is asked about payouts that are settled',
      tests: ['packages/domain/src/disbursements/'],
    },
    {
      file: 'inquiry.ts',
      find: `if (inquiry.status !== 'pending') return { kind: 'already_ended' };`,
      replace: '',
      harm: 'a second result decides about an inquiry that has ended',
    },
    {
      file: 'inquiry.ts',
      find: 'const differ = (a: string | null, b: string | null) => a !== null && b !== null && a !== b;',
      replace: `const differ = (a: string | null, b: string | null) => a !== null && b !== null && a === '' && b === '';`,
      harm: 'a result with the ids of another operation is taken',
      tests: ['packages/domain/src/disbursements/', 'packages/domain/src/callbacks/'],
    },
    {
      file: 'inquiry.ts',
      find: 'if (known.conversationId !== null && known.conversationId === reported.conversationId) return undefined;',
      replace: '',
      harm: 'a result is refused whose originator id the provider made up',
      tests: ['packages/domain/src/disbursements/', 'packages/domain/src/callbacks/'],
    },
    {
      file: 'end-inquiry.ts',
      find: 'inquiry.disbursementId === null && inquiry.callbackId === null',
      replace: 'inquiry.disbursementId === null',
      harm: 'merchants get events about questions that they did not ask',
      tests: ['packages/domain/src/c2b/', 'packages/domain/src/callbacks/'],
    },
    {
      file: 'ask-account-balance.ts',
      find: `  requireScope(ctx, 'inquire');
`,
      replace: '',
      harm: 'a key without the scope inquire reads the balance',
    },
    {
      file: 'ask-transaction-status.ts',
      find: 'await admitQuery(ctx, account);',
      replace: '',
      harm: 'questions of one merchant use up the calls that prompts need',
    },
    {
      file: 'get-inquiry.ts',
      find: `  requireScope(ctx, 'read');
`,
      replace: '',
      harm: 'a key without the scope read reads inquiries',
    },
    {
      file: 'demand-port.ts',
      find: 'if (port) return port;',
      replace: 'return port as NonNullable<typeof port>;',
      harm: 'a payout is stored that cannot be sent without an initiator',
      tests: ['packages/domain/src/disbursements/'],
    },
  ],
};
