import type { Environment } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import type { Tenant } from '../kernel/context.ts';
import { type EventType, renderEvent } from '../outbox/index.ts';
import type { AccountBalance, TransactionStatus } from '../ports/provider.ts';
import { explainCode } from '../rails/index.ts';

const samplePhone = '254700000000';
const sampleReceipt = 'TEST000000';
const conversationId = 'AG_TEST';
const succeeded = { resultCode: 0, resultDesc: 'This is a test.', decoded: null };

const transactionStatus: TransactionStatus = {
  transactionStatus: 'Completed',
  amount: '1.00',
  receipt: sampleReceipt,
  initiatedAt: '2026-01-01T12:00:00+03:00',
  completedAt: '2026-01-01T12:00:05+03:00',
  debitParty: `${samplePhone} - TEST`,
  creditParty: '000000 - TEST',
  reason: 'TEST',
};

const account: AccountBalance = {
  name: 'TEST',
  currency: 'KES',
  available: '1.00',
  current: '1.00',
  reserved: '0.00',
  uncleared: '0.00',
};

type Sampled = { applicationId: string; env: Environment; id: string };

/** `data` by type, in the documented shape. */
const samples: Record<EventType, (of: Sampled) => object> = {
  'payment.success': (of) => ({ ...payment(of, 'success'), ...succeeded }),
  'payment.failed': (of) => {
    const decoded = explainCode({ code: '1032' }, { of: 'prompt', as: 'result' });
    const failed = { providerReceipt: null, resultCode: decoded.code, resultDesc: 'This is a test.', decoded };
    return { ...payment(of, 'failed'), ...failed };
  },
  'payout.result': (of) => ({
    ...disbursement(of, 'payout'),
    phone: samplePhone,
    commandId: 'BusinessPayment',
    providerReceipt: sampleReceipt,
    ...succeeded,
  }),
  'refund.result': (of) => ({
    ...disbursement(of, 'reversal'),
    transactionId: sampleReceipt,
    commandId: null,
    providerReceipt: 'TEST000001',
    ...succeeded,
  }),
  'admin.transaction_status': (of) => ({
    ...inquiry(of),
    transactionId: sampleReceipt,
    ...succeeded,
    result: transactionStatus,
    raw: { test: true },
  }),
  'admin.account_balance': (of) => ({
    ...inquiry(of),
    transactionId: null,
    ...succeeded,
    accounts: [account],
    raw: { test: true },
  }),
  'link.paid': ({ id, applicationId, env }) => ({
    linkId: id,
    paymentId: uuidv7(),
    applicationId,
    env,
    amount: 1,
    accountRef: 'TEST',
    providerReceipt: sampleReceipt,
  }),
  'link.ended': ({ id, applicationId, env }) => ({ linkId: id, applicationId, env, endedBy: 'expiry' }),
  'batch.ended': ({ id, applicationId, env }) => ({
    ...{ batchId: id, applicationId, env, name: 'TEST' },
    ...{ rows: 1, paid: 1, failed: 0, open: 0, skipped: 0, amountPaid: 1 },
  }),
};

function payment({ id, applicationId, env }: Sampled, status: 'success' | 'failed'): object {
  return {
    paymentId: id,
    applicationId,
    env,
    status,
    amount: 1,
    phone: samplePhone,
    accountRef: 'TEST',
    providerReceipt: sampleReceipt,
    checkoutRequestId: 'ws_CO_TEST',
  };
}

function disbursement({ id, applicationId, env }: Sampled, kind: 'payout' | 'reversal'): object {
  return { disbursementId: id, conversationId, applicationId, env, kind, status: 'success', amount: 1 };
}

function inquiry({ id, applicationId, env }: Sampled): object {
  return { queryId: id, conversationId, applicationId, env, status: 'answered' };
}

/**
 * A test event: the body of a real event of that type with clearly made-up values, and `test` in its `data`. Its subject
 * is an id that no row has.
 */
export function sampleEvent(
  type: EventType,
  { applicationId, environment, at }: Tenant & { at: Date },
): { subjectId: string; body: string } {
  const subjectId = uuidv7();
  const data = samples[type]({ applicationId, env: environment, id: subjectId });
  return { subjectId, body: renderEvent(type, at, { ...data, test: true }) };
}
