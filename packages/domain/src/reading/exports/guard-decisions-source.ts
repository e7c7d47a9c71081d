import { type DecisionRow, decisionFilterSchema, decisionsOf } from '../guards/browse-decisions.ts';
import { sourceOf } from './source.ts';

/** What rules and lists said beside "pass". Numbers of phones are not there: rows have a hash of them. */
export const guardDecisionsSource = sourceOf({
  permission: 'policy.read',
  filter: decisionFilterSchema,
  periodFields: ['since', 'until'],
  query: async (ctx, filter) => decisionsOf(ctx.tenant, filter),
  columns: {
    decision_id: { kind: 'id', value: (row: DecisionRow) => row.id },
    created_at: { kind: 'moment', value: (row) => row.createdAt },
    rule: { kind: 'id', value: (row) => row.kind },
    mode: { kind: 'id', value: (row) => row.mode },
    amount: { kind: 'money', value: (row) => row.amount },
    payment_id: { kind: 'id', value: (row) => row.paymentId },
    disbursement_id: { kind: 'id', value: (row) => row.disbursementId },
    rule_id: { kind: 'id', value: (row) => row.ruleId },
  },
});
