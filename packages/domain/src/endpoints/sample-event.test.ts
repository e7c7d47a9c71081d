import { expect, it } from 'vitest';
import { disbursementEvent } from '../disbursements/index.ts';
import { inquiryEvent } from '../inquiries/index.ts';
import { allEventTypes, type ContractEventType, eventTypes, extraEventTypes } from '../outbox/index.ts';
import { paymentEvent } from '../payments/index.ts';
import type { AccountBalance, TransactionStatus } from '../ports/provider.ts';
import { sampleEvent } from './sample-event.ts';

const at = new Date('2026-03-01T10:00:00.900Z');
const tenant = { applicationId: '019cb2a4-0a51-7b0e-8f6a-54f5c0f7f0aa', environment: 'sandbox' as const };
const id = '019cb2a4-6f3e-7c55-9d0b-3d8f7f1f2b11';

const payment = {
  id,
  ...tenant,
  amount: 250,
  phone: '254712345678',
  accountRef: 'ORDER-1042',
  checkoutRequestId: 'ws_CO_01032026100000712345678',
  resultDesc: 'A result.',
};
const disbursement = {
  id,
  ...tenant,
  status: 'success' as const,
  amount: 50,
  conversationId: 'AG_20260301_00001be698913d311faa',
  providerReceipt: 'SLK8Q1N4ZT',
  resultCode: '0',
  resultDesc: 'A result.',
};
const inquiry = {
  id,
  ...tenant,
  status: 'answered' as const,
  conversationId: 'AG_1',
  resultCode: '0',
  resultDesc: 'A result.',
};
const status: TransactionStatus = {
  transactionStatus: 'Completed',
  amount: '250.00',
  receipt: 'SLK7X2M9QP',
  initiatedAt: '2026-03-01T13:00:00+03:00',
  completedAt: '2026-03-01T13:00:00+03:00',
  debitParty: 'a',
  creditParty: 'b',
  reason: 'c',
};
const balance: AccountBalance = {
  name: 'Working Account',
  currency: 'KES',
  available: '1.00',
  current: '1.00',
  reserved: '0.00',
  uncleared: '0.00',
};

/** What is really sent of each type. */
const real: Record<ContractEventType, { type: string; body: string }> = {
  'payment.success': paymentEvent(
    { ...payment, status: 'success', providerReceipt: 'SLK7X2M9QP', resultCode: '0' },
    at,
  ),
  'payment.failed': paymentEvent({ ...payment, status: 'failed', providerReceipt: null, resultCode: '1032' }, at),
  'payout.result': disbursementEvent(
    { ...disbursement, kind: 'payout', phone: '254712345678', transactionId: null, commandId: 'BusinessPayment' },
    at,
  ),
  'refund.result': disbursementEvent(
    { ...disbursement, kind: 'reversal', phone: null, transactionId: 'SLK7X2M9QP', commandId: null },
    at,
  ),
  'admin.transaction_status': inquiryEvent(
    { ...inquiry, kind: 'transaction_status', transactionId: 'SLK7X2M9QP', result: status, raw: {} },
    at,
  ),
  'admin.account_balance': inquiryEvent(
    { ...inquiry, kind: 'account_balance', transactionId: null, result: [balance], raw: {} },
    at,
  ),
};

/** Names in their order, and what kind of value each has; `raw` is the provider's own and has no shape. */
function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shape);
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value;
  return Object.entries(value).map(([name, part]) => [name, name === 'raw' ? 'object' : shape(part)]);
}

it.each(eventTypes)('a sample of %s has the shape of a real one, and `test` besides', (type) => {
  const sample = JSON.parse(sampleEvent(type, { ...tenant, at }).body);
  const { test, ...data } = sample.data;
  expect(test).toBe(true);
  expect(Object.keys(sample.data).at(-1)).toBe('test');
  expect(shape({ ...sample, data })).toEqual(shape(JSON.parse(real[type].body)));
  expect([sample.type, sample.created]).toEqual([type, JSON.parse(real[type].body).created]);
});

it.each(extraEventTypes)('a sample of %s has the members of its type, and `test` besides', (type) => {
  const members = {
    'link.paid': ['linkId', 'paymentId', 'applicationId', 'env', 'amount', 'accountRef', 'providerReceipt'],
    'link.ended': ['linkId', 'applicationId', 'env', 'endedBy'],
    'batch.ended': [
      'batchId',
      'applicationId',
      'env',
      'name',
      'rows',
      'paid',
      'failed',
      'open',
      'skipped',
      'amountPaid',
    ],
  };
  const { subjectId, body } = sampleEvent(type, { ...tenant, at });
  const sample = JSON.parse(body);
  expect(Object.keys(sample)).toEqual(['type', 'created', 'data']);
  expect(Object.keys(sample.data)).toEqual([...members[type], 'test']);
  expect(sample).toMatchObject({
    type,
    data: { [members[type][0] ?? '']: subjectId, applicationId: tenant.applicationId, env: 'sandbox' },
  });
});

it('a sample is about nothing that exists: its subject is new each time', () => {
  const samples = allEventTypes.flatMap((type) => [1, 2].map(() => sampleEvent(type, { ...tenant, at })));
  expect(new Set(samples.map(({ subjectId }) => subjectId)).size).toBe(samples.length);
  for (const { subjectId, body } of samples) expect(Object.values(JSON.parse(body).data)).toContain(subjectId);
});
