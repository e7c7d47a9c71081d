import type { OrderModel } from '@tillgate/db';
import { registerC2bUrls } from '../c2b/index.ts';
import type { TenantContext, WithProvider } from '../context.ts';
import { type DisburseOutcome, disburseRefusal, payOut, reverse } from '../disbursements/index.ts';
import { createTurns, fingerprintOf, type WithTurns } from '../idempotency/index.ts';
import { parseInput } from '../input.ts';
import { askAccountBalance, askTransactionStatus } from '../inquiries/index.ts';
import {
  collectPayment,
  createLiveQueries,
  getPaymentStatus,
  refusal,
  type WithPhoneLimit,
} from '../payments/index.ts';
import { generateQr } from '../qr/index.ts';
import { checkCredentials } from './check-credentials.ts';
import { failedOutcome, type OrderKind, type OrderOutcome } from './order.ts';
import { orderInputs } from './schemas.ts';

export type ExecuteContext = TenantContext & WithProvider & WithPhoneLimit;
type RunContext = ExecuteContext & WithTurns;

/** What came of it, and the row that it made or was about. */
export type CarriedOut = { outcome: OrderOutcome; resourceId?: string };

/** The idempotency key under which an order runs: one for all of its attempts. */
export const keyOf = (order: Pick<OrderModel, 'id'>) => `order:${order.id}`;

const table: Record<OrderKind, (ctx: RunContext, order: OrderModel) => Promise<CarriedOut>> = {
  async collect(ctx, order) {
    const { outcome } = await collectPayment(ctx, parseInput(orderInputs.collect, order.input), underKey(order));
    const resourceId = outcome.paymentId;
    if (outcome.kind === 'refused') return { outcome: failedOutcome('collect', refusal(outcome, false)), resourceId };
    const { paymentId, checkoutRequestId } = outcome;
    return { outcome: { ok: true, paymentId, checkoutRequestId }, resourceId };
  },
  async payout(ctx, order) {
    const { outcome } = await payOut(ctx, parseInput(orderInputs.payout, order.input), underKey(order));
    return disbursed('payout', outcome);
  },
  async reversal(ctx, order) {
    const { outcome } = await reverse(ctx, parseInput(orderInputs.reversal, order.input), underKey(order));
    return disbursed('reversal', outcome);
  },
  async payment_query(ctx, order) {
    const { paymentId } = parseInput(orderInputs.payment_query, order.input);
    const { id: _, ...state } = await getPaymentStatus({ ...ctx, liveQueries: createLiveQueries() }, paymentId);
    return { outcome: { ok: true, paymentId, ...state }, resourceId: paymentId };
  },
  async transaction_status(ctx, order) {
    return asked(await askTransactionStatus(ctx, parseInput(orderInputs.transaction_status, order.input)));
  },
  async account_balance(ctx, order) {
    return asked(await askAccountBalance(ctx, parseInput(orderInputs.account_balance, order.input)));
  },
  async c2b_registration(ctx) {
    const { shortcode, responseCode, responseDescription } = await registerC2bUrls(ctx);
    return { outcome: { ok: true, shortcode, responseCode, responseDescription } };
  },
  async qr_code(ctx, order) {
    return { outcome: { ok: true, ...(await generateQr(ctx, parseInput(orderInputs.qr_code, order.input))) } };
  },
  async credential_check(ctx, order) {
    const { capability } = parseInput(orderInputs.credential_check, order.input);
    const checks = await checkCredentials(ctx, capability);
    if (checks.every(({ ok }) => ok)) return { outcome: { ok: true, checks } };
    const detail = checks.find(({ ok }) => !ok)?.detail ?? '';
    return { outcome: { ok: false, code: 'check_failed', detail, checks } };
  },
};

/**
 * Runs the verb that REST runs for the same thing.
 * @throws whatever the verb throws
 */
export function carryOut(ctx: ExecuteContext, order: OrderModel): Promise<CarriedOut> {
  return table[order.kind]({ ...ctx, turns: createTurns() }, order);
}

function underKey(order: OrderModel): { key: string; fingerprint: string } {
  return { key: keyOf(order), fingerprint: fingerprintOf(order.input as Record<string, unknown>) };
}

function asked({ queryId, conversationId }: { queryId: string; conversationId: string }): CarriedOut {
  return { outcome: { ok: true, queryId, conversationId }, resourceId: queryId };
}

function disbursed(kind: 'payout' | 'reversal', outcome: DisburseOutcome): CarriedOut {
  const resourceId = outcome.disbursementId;
  if (outcome.kind === 'refused') {
    return { outcome: failedOutcome(kind, disburseRefusal(kind, outcome, false)), resourceId };
  }
  const { disbursementId, conversationId } = outcome;
  return { outcome: { ok: true, disbursementId, conversationId }, resourceId };
}
