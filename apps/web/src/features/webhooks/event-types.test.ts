import { eventTypes as ofDomain } from '@tillgate/domain/outbox';
import { expect, it } from 'vitest';
import { eventTypes } from './event-types.ts';

it('the pages offer every event type there is', () => {
  expect(eventTypes).toEqual(ofDomain);
});
