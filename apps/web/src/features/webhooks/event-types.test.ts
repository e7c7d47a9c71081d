import { extraEventTypes as extraOfDomain, eventTypes as ofDomain } from '@tillgate/domain/outbox';
import { expect, it } from 'vitest';
import { allEventTypes, eventTypes, extraEventTypes, subjectPage } from './event-types.ts';

it('the pages offer every event type there is', () => {
  expect(eventTypes).toEqual(ofDomain);
  expect(extraEventTypes).toEqual(extraOfDomain);
  expect(allEventTypes).toEqual([...ofDomain, ...extraOfDomain]);
});

it.each([
  ['payment.success', 'payments/1'],
  ['payout.result', 'payouts/1'],
  ['refund.result', 'payouts/1'],
  ['admin.account_balance', 'inquiries?inquiry=1'],
  ['link.ended', undefined],
])('what a %s is about has its page at %s', (type, path) => {
  expect(subjectPage(type, '1')).toBe(path);
});
