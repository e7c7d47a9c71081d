import { expect, it } from 'vitest';
import { changesOf, draftOf } from './draft.ts';
import type { CredentialsStatus } from './types.ts';

const none: CredentialsStatus = { configured: false };
const paybill: CredentialsStatus = {
  configured: true,
  product: 'paybill',
  shortcode: '174379',
  tillNumber: null,
  initiatorName: 'api-op',
  isSet: { consumerKey: true, consumerSecret: true, passkey: true, initiatorPassword: true },
  updatedAt: '2026-03-01T10:00:00.000Z',
  updatedBy: null,
};

it('nothing typed changes nothing', () => {
  expect(changesOf(draftOf(paybill), paybill)).toEqual({});
});

it('what is typed is sent alone, without spaces around it', () => {
  expect(changesOf({ ...draftOf(paybill), passkey: ' pk ' }, paybill)).toEqual({ passkey: 'pk' });
});

it('another product goes with its till number, a paybill without one', () => {
  const till = { ...draftOf(paybill), product: 'till' as const, tillNumber: '5123456' };
  expect(changesOf(till, paybill)).toEqual({ product: 'till', tillNumber: '5123456' });
  expect(changesOf({ ...till, product: 'paybill' }, paybill)).toEqual({});
});

it('the first time everything that is filled in is sent, the product as well', () => {
  expect(changesOf({ ...draftOf(none), shortcode: '174379' }, none)).toEqual({
    product: 'paybill',
    shortcode: '174379',
  });
});
