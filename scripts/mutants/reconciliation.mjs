// @ts-check
/** @type {import('../lib/mutation.mjs').Room} */
export const reconciliation = {
  folder: 'packages/domain/src/reconciliation',
  faults: [
    {
      file: 'match-statements.ts',
      find: `AND p.provider_receipt = line.receipt AND p.status = 'success'`,
      replace: 'AND p.provider_receipt = line.receipt',
      harm: 'a line is matched with a payment that failed',
    },
    {
      file: 'match-statements.ts',
      find: `p.application_id IN (\${siblings(owned)}) AND p.environment = line.environment
          AND p.provider_receipt`,
      replace: `p.environment = line.environment
          AND p.provider_receipt`,
      harm: 'a line is matched with a payment of another organization',
    },
    {
      file: 'match-statements.ts',
      find: `AND (d.kind = 'reversal') = (line.kind = 'reversal')
`,
      replace: `
`,
      harm: 'the line of a payout is matched with a refund',
    },
    {
      file: 'match-statements.ts',
      find: `AND line.kind = 'reversal' AND coalesce(d.provider_receipt, line.receipt) = line.receipt)`,
      replace: `AND line.kind = 'reversal')`,
      harm: 'a second reversal of a payment on the statement counts as the one that was asked for',
    },
    {
      file: 'match-statements.ts',
      find: `AND p.amount::bigint * 100 = line.paid_in_cents
`,
      replace: `
`,
      harm: 'a line is matched with a payment of another amount',
    },
    {
      file: 'match-statements.ts',
      find: `AND coalesce(p.phone = line.payer, true)
`,
      replace: `
`,
      harm: 'a line is matched with a payment of another payer',
    },
    {
      file: 'match-statements.ts',
      find: `AND c.payments = 1 AND c.lines = 1 AND c.status = 'success'`,
      replace: `AND c.payments = 1 AND c.status = 'success'`,
      harm: 'two lines are matched with one payment',
    },
    {
      file: 'match-statements.ts',
      find: 'AND c.payments = 1 AND c.lines = 1',
      replace: 'AND c.lines = 1',
      harm: 'a line that may be two payments is matched with one of them',
    },
    {
      file: 'match-statements.ts',
      find: 'AND p.same_money_as IS NULL AND p.exact_amount IS NULL',
      replace: 'AND p.exact_amount IS NULL',
      harm: 'a line is matched with a prompt whose money is another payment',
    },
    {
      file: 'exception-statements.ts',
      find: `WHERE \${ofShortcode(owned)} AND matched_at IS NULL AND kind IN ('paid_in', 'withdrawn')
      AND completed_at <= \${before}::timestamptz)\``,
      replace: `WHERE \${ofShortcode(owned)} AND matched_at IS NULL AND kind IN ('paid_in', 'withdrawn')
      AND \${before}::timestamptz IS NOT NULL)\``,
      harm: 'money whose confirmation is on its way is told as missing',
    },
    {
      file: 'exception-statements.ts',
      find: 'differing AS (SELECT * FROM line WHERE recorded <> reported)',
      replace: 'differing AS (SELECT * FROM line WHERE recorded > reported)',
      harm: 'money that the statement has more of raises no alarm',
    },
    {
      file: 'exception-statements.ts',
      find: `WHERE \${ofShortcode(owned)} AND problem_count = 0`,
      replace: `WHERE \${ofShortcode(owned)}`,
      harm: 'a statement with rows that nobody understood says that payments are missing',
    },
    {
      file: 'exception-statements.ts',
      find: `AND l.shortcode = r.shortcode AND l.receipt = upper(r.provider_receipt) AND l.kind <> 'fee'`,
      replace: 'AND l.receipt = upper(r.provider_receipt)',
      harm: 'a fee counts as the money of a payment that is missing',
    },
    {
      file: 'record-from-line.ts',
      find: 'if (held) throw invalidInput(',
      replace: `if (held?.callbackId === '') throw invalidInput(`,
      harm: 'a line is recorded whose confirmation waits for a decision',
      tests: ['packages/domain/src/orders/statement-payment.test.ts'],
    },
    {
      file: 'record-from-line.ts',
      find: '  if (prompt) throw',
      replace: "  if (prompt?.id === '') throw",
      harm: 'a line is recorded although a prompt may be its money',
      tests: ['packages/domain/src/orders/statement-payment.test.ts'],
    },
    {
      file: 'record-from-line.ts',
      find: `where: { id, ...tenant } });
  if (!row)`,
      replace: `where: { id } });
  if (!row)`,
      harm: 'a line of another merchant is recorded',
      tests: ['packages/domain/src/orders/statement-payment.test.ts'],
    },
    {
      file: 'record-from-line.ts',
      find: `if (row.kind !== 'paid_in') throw`,
      replace: `if (row.kind === 'fee') throw`,
      harm: 'money that went out is recorded as a payment',
      tests: ['packages/domain/src/orders/statement-payment.test.ts'],
    },
    {
      file: 'take-back-statement.ts',
      find: 'if (decided) throw refused(',
      replace: `if (decided?.id === '') throw refused(`,
      harm: 'an import is taken back that somebody has decided on',
    },
    {
      file: 'take-back-statement.ts',
      find: 'if (recorded) throw refused(',
      replace: `if (recorded?.receipt === '') throw refused(`,
      harm: 'an import is taken back although a payment was recorded from it',
      tests: ['packages/domain/src/orders/statement-payment.test.ts'],
    },
  ],
};
