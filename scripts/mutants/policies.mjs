// @ts-check
/** @type {import('../lib/mutation.mjs').Room} */
export const policies = {
  folder: 'packages/domain/src/policies',
  faults: [
    {
      file: 'policy.ts',
      find: 'if (max === null || sent + amount <= max) continue;',
      replace: 'if (max === null || sent <= max) continue;',
      harm: 'the payout that breaks a limit leaves',
      tests: ['packages/domain/src/disbursements/'],
    },
    {
      file: 'policy.ts',
      find: 'if (max === null || amount <= max) return undefined;',
      replace: 'if (max === null || amount <= max + 1) return undefined;',
      harm: 'a payout one shilling above the limit leaves',
    },
    {
      file: 'policy.ts',
      find: 'if (from === null || amount < from || isByPerson(actor)) return undefined;',
      replace: 'if (from === null || amount <= from || isByPerson(actor)) return undefined;',
      harm: 'a key sends exactly the amount from which on a person has to ask',
    },
    {
      file: 'policy.ts',
      find: 'if (before.requireKey && !after.requireKey) return true;',
      replace: '',
      harm: 'one person alone lifts the rule that payouts need a key',
    },
    {
      file: 'policy.ts',
      find: 'return before !== null && (after === null || after > before);',
      replace: 'return before !== null && after !== null && after > before;',
      harm: 'one person alone removes a limit',
      tests: ['packages/domain/src/orders/'],
    },
    {
      file: 'policy.ts',
      find: 'if (apiApprovalFrom !== null || !apiLikeDashboard) return apiApprovalFrom;',
      replace: 'if (apiApprovalFrom !== null || apiLikeDashboard) return apiApprovalFrom;',
      harm: 'a key sends what the dashboard asks a second person for',
      tests: ['packages/domain/src/disbursements/'],
    },
    {
      file: 'policy.ts',
      find: `environment !== 'production' || !requireKey || hasKey`,
      replace: `environment !== 'sandbox' || !requireKey || hasKey`,
      harm: 'a payout in production leaves without an Idempotency-Key',
      tests: ['packages/domain/src/disbursements/'],
    },
    {
      file: 'policy.ts',
      find: 'max: isByKey(actor) ? limits.perKeyPerDay : null,',
      replace: 'max: null,',
      harm: 'one key sends more than its limit of a day',
      tests: ['packages/domain/src/disbursements/'],
    },
    {
      file: 'policy.ts',
      find: `max: kind === 'payout' ? limits.perRecipientPerDay : null,`,
      replace: 'max: null,',
      harm: 'one phone gets more than its limit of a day',
      tests: ['packages/domain/src/disbursements/'],
    },
    {
      file: 'policy.ts',
      find: 'const dayHours = 24;',
      replace: 'const dayHours = 12;',
      harm: 'the limit of a day allows twice as much',
      tests: ['packages/domain/src/disbursements/'],
    },
    {
      file: 'statements.ts',
      find: `WHERE application_id = \${applicationId}::uuid AND environment = \${environment}::"Environment"\`;`,
      replace: `WHERE application_id = \${applicationId}::uuid AND \${environment}::"Environment" IS NOT NULL\`;`,
      harm: 'the policy of the sandbox holds in production',
      tests: ['packages/domain/src/disbursements/', 'packages/domain/src/orders/'],
    },
    {
      file: 'statements.ts',
      find: `'policy_lock', sql\`\${policyRow(tenant)} FOR NO KEY UPDATE\``,
      replace: `'policy_lock', sql\`\${policyRow(tenant)}\``,
      harm: 'two payouts at once exceed a limit together',
      tests: ['packages/domain/src/disbursements/'],
    },
  ],
};
