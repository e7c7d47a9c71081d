// @ts-check
/** @type {import('../lib/mutation.mjs').Room} */
export const disbursements = {
  folder: 'packages/domain/src/disbursements',
  faults: [
    {
      file: 'statements.ts',
      find: `WHERE id = \${to.id} AND status = \${to.from}::"DisbursementStatus"`,
      replace: `WHERE id = \${to.id} AND \${to.from}::"DisbursementStatus" IS NOT NULL`,
      harm: 'a settlement without compare-and-set: two results both settle a payout',
    },
    {
      file: 'statements.ts',
      find: `WHERE id = \${row.id} AND status = 'pending' RETURNING id),`,
      replace: `WHERE id = \${row.id} RETURNING id),`,
      harm: 'a refusal ends a payout whose result was first',
    },
    {
      file: 'statements.ts',
      find: `WHERE \${claim?.id ?? null}::uuid IS NULL OR EXISTS (SELECT 1 FROM claim)`,
      replace: `WHERE \${claim?.id ?? null}::uuid IS NULL OR EXISTS (SELECT 1 FROM claim) OR true`,
      harm: 'a repeated key sends money twice',
    },
    {
      file: 'disbursement.ts',
      find: `if (fact.outcome === 'failed' && provesMoney(disbursement, fact) && status !== 'success') {`,
      replace: `if (fact.outcome === 'failed' && provesMoney(disbursement, fact) && status === 'failed') {`,
      harm: 'a failure that names a receipt fails a payout whose money moved',
    },
    {
      file: 'disbursement.ts',
      find: `if (misfit) return { kind: 'contradiction', reason: misfit, needsReview };`,
      replace: '',
      harm: 'the result of another operation settles a payout',
    },
    {
      file: 'disbursement.ts',
      find: `const isProven = outcome !== 'success' || kind === 'payout' || receipt !== null;`,
      replace: `const isProven = outcome !== 'success' || kind === 'payout' || receipt !== '';`,
      harm: 'a refund counts as done because the payment that it reverses is complete',
    },
    {
      file: 'disbursement.ts',
      find: `const isReversed = isAboutIt && reported.isReversed;`,
      replace: `const isReversed = reported.isReversed;`,
      harm: 'the word about another transaction settles a refund',
    },
    {
      file: 'open-within-policy.ts',
      find: `if (exceeded) throw exceeded;`,
      replace: '',
      harm: 'payouts exceed the limits of a day',
    },
    {
      file: 'open-within-policy.ts',
      find: `if (refusal) throw refusal;`,
      replace: '',
      harm: 'a payout above the limit of one transaction leaves',
    },
    {
      file: 'open-within-policy.ts',
      find: 'hasDayLimit(policy) ? await lockPolicy(tx, row) : policy;',
      replace: 'policy;',
      harm: 'two payouts at once exceed the limits of a day together',
    },
    {
      file: 'open-within-policy.ts',
      find: `await lineOf(tx, row.requestedBy)`,
      replace: `(await lineOf(tx, row.requestedBy)).slice(0, 1)`,
      harm: 'a rotated key starts with a new limit',
    },
    {
      file: 'limit-statements.ts',
      find: `AND created_at > \${since}::timestamptz AND status <> 'failed' AND`,
      replace: `AND created_at > \${since}::timestamptz AND status = 'success' AND`,
      harm: 'pending payouts do not count towards the limits of a day',
    },
    {
      file: 'limit-statements.ts',
      find: `application_id = \${row.applicationId}::uuid AND environment = \${row.environment}::"Environment"`,
      replace: `application_id = \${row.applicationId}::uuid AND \${row.environment}::"Environment" IS NOT NULL`,
      harm: 'payouts of the sandbox use up the limits of production',
    },
    {
      file: 'reverse-once.ts',
      find: `      throw alreadyReversed(earlier);\n`,
      replace: '',
      harm: 'one receipt is reversed twice',
    },
    {
      file: 'reversible.ts',
      find: `if (owner.amount === amount) return undefined;`,
      replace: `if (owner.amount >= amount) return undefined;`,
      harm: 'a refund of another amount than the payment is sent',
    },
    {
      file: 'reversible.ts',
      find: `if (owner.status !== 'success') {`,
      replace: `if (owner.status === 'pending') {`,
      harm: 'a failed payment is refunded',
    },
    {
      file: 'read-statements.ts',
      find: `OR (application_id = \${applicationId}::uuid AND environment = \${environment}::"Environment"))`,
      replace: `OR (application_id = \${applicationId}::uuid AND \${environment}::"Environment" IS NOT NULL))`,
      harm: 'a sandbox key reads payouts of production',
    },
    {
      file: 'read-statements.ts',
      find: `AND provider_receipt = ANY (\${by.receipts}) AND application_id = \${by.applicationId}
`,
      replace: `AND provider_receipt = ANY (\${by.receipts}) AND \${by.applicationId}::uuid IS NOT NULL
`,
      harm: 'a merchant refunds, and learns of, a payment of another application on its shortcode',
    },
    {
      file: 'resolution-statements.ts',
      find: `AND application_id = \${tenant.applicationId} AND environment = \${tenant.environment}
      FOR UPDATE`,
      replace: `AND \${tenant.applicationId}::uuid IS NOT NULL AND environment = \${tenant.environment}
      FOR UPDATE`,
      harm: 'a person resolves the payout of another merchant',
      survives: 'The row is read again within its tenant after it is locked.',
    },
    {
      file: 'resolve-disbursement.ts',
      find: `if (holder) throw receiptInUse(receipt, holder);`,
      replace: '',
      harm: 'a payout is resolved with the receipt of other money',
      tests: ['packages/domain/src/desk/'],
    },
    {
      file: 'pay-out.ts',
      find: `  requireScope(ctx, 'payout');\n`,
      replace: '',
      harm: 'a key without the scope payout sends money',
    },
    {
      file: 'reverse.ts',
      find: `  requireScope(ctx, 'refund');\n`,
      replace: '',
      harm: 'a key without the scope refund sends money back',
    },
    {
      file: 'disburse.ts',
      find: `const sendBefore = claim?.leaseUntil ?? leaseFrom(createdAt);`,
      replace: `const sendBefore = new Date(8_640_000_000_000_000);`,
      harm: 'money is sent after the lease of its key has passed',
    },
    {
      file: 'settle.ts',
      find: `...(late && { sequence: 2 })`,
      replace: `...(late && { sequence: 1 })`,
      harm: 'a late success of a payout is never announced',
    },
    {
      file: 'inquiry-statements.ts',
      find: `live_receipt = CASE WHEN due.is_over THEN NULL ELSE d.live_receipt END`,
      replace: `live_receipt = d.live_receipt`,
      harm: 'a refund without an outcome keeps its receipt for ever',
    },
  ],
};
