// @ts-check
/** @type {import('../lib/mutation.mjs').Room} */
export const payments = {
  folder: 'packages/domain/src/payments',
  faults: [
    {
      file: 'statements.ts',
      find: `WHERE id = \${to.id} AND status = \${to.from}::"PaymentStatus"`,
      replace: `WHERE id = \${to.id} AND \${to.from}::"PaymentStatus" IS NOT NULL`,
      harm: 'a settlement without compare-and-set: two facts both settle a payment',
    },
    {
      file: 'statements.ts',
      find: `AND \${isPendingById}`,
      replace: `AND (\${isPendingById} OR true)`,
      harm: 'a batch settles payments that are settled already',
      tests: ['packages/domain/src/callbacks/'],
    },
    {
      file: 'statements.ts',
      find: `(\${to} = 'failed' OR \${p}.same_money_as IS NULL)`,
      replace: `(\${to} = 'failed' OR \${p}.same_money_as IS NULL OR true)`,
      harm: 'a prompt succeeds whose money was linked to another payment while it was decided about',
    },
    {
      file: 'statements.ts',
      find: `coalesce(\${p}.checkout_request_id = \${checkoutRequestId}, true)`,
      replace: `coalesce(\${p}.checkout_request_id = \${checkoutRequestId} OR true, true)`,
      harm: 'a fact about another prompt settles a payment that learns its id at the same moment',
    },
    {
      file: 'statements.ts',
      find: `WHERE id = \${id} AND status = 'pending' RETURNING id),`,
      replace: `WHERE id = \${id} RETURNING id),`,
      harm: 'a refused push ends a payment that a callback has settled',
    },
    {
      file: 'statements.ts',
      find: `WHERE claim_id IS NULL OR claim_id IN (SELECT id FROM claim)`,
      replace: `WHERE true OR claim_id IN (SELECT id FROM claim)`,
      harm: 'a repeated key opens a second payment',
    },
    {
      file: 'statements.ts',
      find: `WHERE \${callbackId}::uuid IS NULL OR EXISTS (SELECT 1 FROM open)`,
      replace: `WHERE \${callbackId}::uuid IS NULL OR EXISTS (SELECT 1 FROM open) OR true`,
      harm: 'a confirmation that a person has ended becomes a payment',
      tests: ['packages/domain/src/c2b/'],
    },
    {
      file: 'announce-statements.ts',
      find: `AND status = 'success' AND provider_receipt IS NULL AND same_money_as IS NULL`,
      replace: `AND status = 'success' AND same_money_as IS NULL`,
      harm: 'a second receipt replaces the one of a success',
      tests: ['packages/domain/src/c2b/'],
    },
    {
      file: 'announce-statements.ts',
      find: `WHERE id = \${payment.id} AND announce_at IS NOT NULL AND amount = \${payment.amount}`,
      replace: `WHERE id = \${payment.id} AND announce_at IS NOT NULL AND \${payment.amount}::int IS NOT NULL`,
      harm: 'a success is announced with an amount that was corrected meanwhile',
    },
    {
      file: 'prompt-statements.ts',
      find: `AND (last_queried_at IS NULL OR last_queried_at <= \${notSince})`,
      replace: `AND (last_queried_at IS NULL OR last_queried_at <= \${notSince} OR true)`,
      harm: 'concurrent readers each ask the provider about one payment',
    },
    {
      file: 'prompt-statements.ts',
      find: `AND (p.checkout_request_id IS NOT NULL OR rung <= \${by.unacknowledgedSeconds})`,
      replace: `AND (p.checkout_request_id IS NOT NULL OR rung <= \${by.unacknowledgedSeconds} OR true)`,
      harm: 'a prompt that was never acknowledged reaches people days late',
    },
    {
      file: 'payment.ts',
      find: `if (to === 'success' && payment.sameMoneyAs !== null) return { kind: 'already_settled' };`,
      replace: '',
      harm: 'money that is recorded under another payment is announced a second time',
    },
    {
      file: 'payment.ts',
      find: `if (to === 'failed' && fact.receipt !== null && payment.status !== 'success') {`,
      replace: `if (to === 'failed' && fact.receipt !== null && payment.status === 'failed') {`,
      harm: 'a failure that names a receipt fails a payment whose money moved',
    },
    {
      file: 'payment.ts',
      find: `payment.checkoutRequestId !== fact.checkoutRequestId`,
      replace: `payment.checkoutRequestId === ''`,
      harm: 'the outcome of another prompt settles a payment',
    },
    {
      file: 'settle.ts',
      find: `if (isFailure && (await hasReceiptToJudge(ctx, paymentId))) return 'still_pending';`,
      replace: '',
      harm: 'a payment fails while people judge a receipt that came with a failure',
    },
    {
      file: 'expire-prompt.ts',
      find: `|| (await hasReceiptToJudge(ctx, paymentId))`,
      replace: '',
      harm: 'a prompt expires as failed while people judge its receipt',
    },
    {
      file: 'settlement.ts',
      find: `from: late ? 'failed' : 'pending',`,
      replace: `from: payment.status,`,
      harm: 'what a settlement may leave is read from the row instead of the decision',
      survives: 'The decision allows pending, or failed for a late success, so the row has the same state.',
    },
    {
      file: 'read-statements.ts',
      find: `sql\`WHERE application_id = \${tenant.applicationId} AND environment = \${tenant.environment}\`;`,
      replace: `sql\`WHERE application_id = \${tenant.applicationId} AND \${tenant.environment}::text IS NOT NULL\`;`,
      harm: 'a sandbox key reads payments of production',
    },
    {
      file: 'read-statements.ts',
      find: `WHERE p.application_id = wanted.application_id AND p.environment = wanted.environment`,
      replace: `WHERE p.environment = wanted.environment`,
      harm: 'a status read shows payments of other merchants',
    },
    {
      file: 'resolution-statements.ts',
      find: `AND application_id = \${tenant.applicationId} AND environment = \${tenant.environment}
      ORDER BY id FOR UPDATE`,
      replace: `AND \${tenant.applicationId}::uuid IS NOT NULL AND environment = \${tenant.environment}
      ORDER BY id FOR UPDATE`,
      harm: 'a person resolves the payment of another merchant',
    },
    {
      file: 'heed-hint.ts',
      find: `if (payment?.status !== 'failed') return 'heeded';`,
      replace: `return 'heeded';`,
      harm: 'a success that comes after a failure, and that nobody signed, waits for nobody',
      tests: ['packages/domain/src/callbacks/'],
    },
    {
      file: 'collect.ts',
      find: `  requireScope(ctx, 'collect');\n`,
      replace: '',
      harm: 'a key without the scope collect sends prompts',
    },
    {
      file: 'collect.ts',
      find: `sendBefore: claim?.leaseUntil ?? leaseFrom(payment.createdAt),`,
      replace: `sendBefore: new Date(8_640_000_000_000_000),`,
      harm: 'a prompt is sent after the lease of its key has passed',
    },
    {
      file: 'same-money.ts',
      find: `if (!isShared) return 'foreign';`,
      replace: '',
      harm: 'payments of two organizations on one shortcode are linked with each other',
      tests: ['packages/domain/src/c2b/'],
    },
  ],
};
