import { expect, it } from 'vitest';
import { allEventTypes, eventTypes, extraEventTypes, renderEvent } from './event.ts';

it('the event types are those of the contract', () => {
  expect(eventTypes).toEqual([
    'payment.success',
    'payment.failed',
    'payout.result',
    'refund.result',
    'admin.transaction_status',
    'admin.account_balance',
  ]);
});

it('the extra types are beside those of the contract', () => {
  expect(extraEventTypes).toEqual(['link.paid', 'link.ended', 'batch.ended']);
  expect(allEventTypes).toEqual([...eventTypes, ...extraEventTypes]);
  expect(new Set(allEventTypes).size).toBe(allEventTypes.length);
});

it('an event is type, created in whole unix seconds, and data, in this order and nothing more', () => {
  const body = renderEvent('payment.success', new Date('2026-03-01T10:00:00.999Z'), { amount: 250, decoded: null });
  expect(body).toBe('{"type":"payment.success","created":1772359200,"data":{"amount":250,"decoded":null}}');
});
