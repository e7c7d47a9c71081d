import { readAnswers } from '../../links/index.ts';
import {
  attemptsOf,
  browseLinkAttemptsSchema,
  failureOf,
  refusalOf,
  type StoredAttempt,
} from '../links/browse-link-attempts.ts';
import { demandLink } from '../links/get-link.ts';
import { maskPhonesIn } from '../masked-text.ts';
import { shortPhone } from '../payments/payment-row.ts';
import { sourceOf } from './source.ts';

/** Tries and payments of one link, with what payers answered. Phone numbers are masked as in the list. */
export const linkPaymentsSource = sourceOf({
  permission: 'links.read',
  filter: browseLinkAttemptsSchema.pick({ linkId: true }),
  periodFields: ['createdFrom', 'createdTo'],
  async query(ctx, { linkId }) {
    const { id } = await demandLink(ctx, linkId);
    return attemptsOf(id);
  },
  columns: {
    attempt_id: { kind: 'id', value: (row: StoredAttempt) => (row.state === 'offline' ? null : row.id) },
    payment_id: { kind: 'id', value: (row) => row.paymentId },
    created_at: { kind: 'moment', value: (row) => row.createdAt },
    settled_at: { kind: 'moment', value: (row) => row.settledAt },
    state: { kind: 'id', value: (row) => row.state },
    status: { kind: 'id', value: (row) => row.status },
    amount: { kind: 'money', value: (row) => row.amount },
    phone: { kind: 'text', value: (row) => shortPhone(row.phone) },
    payer_name: { kind: 'text', isOnRequest: true, value: (row) => row.payerName && maskPhonesIn(row.payerName) },
    account_reference: { kind: 'text', value: (row) => row.accountRef && maskPhonesIn(row.accountRef) },
    receipt: { kind: 'text', value: (row) => row.providerReceipt },
    refusal: { kind: 'id', value: refusalOf },
    reason: { kind: 'text', value: (row) => failureOf(row)?.title ?? null },
    answers: { kind: 'text', value: answersOf },
  },
});

/** In one cell: `size: L; colour: blue`. */
function answersOf({ answers }: StoredAttempt): string | null {
  const said = Object.entries(readAnswers(answers)).map(([name, text]) => `${name}: ${text}`);
  return said.length === 0 ? null : maskPhonesIn(said.join('; '));
}
