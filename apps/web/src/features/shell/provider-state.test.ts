import { expect, it } from 'vitest';
import { troublesOf } from './provider-state.ts';
import type { ProviderFacts } from './types.ts';

const since = '2026-11-20T08:19:00.000Z';
const facts = (state: ProviderFacts['state'], at: string | null): ProviderFacts => ({
  environment: 'production',
  rail: 'mpesa',
  state,
  since: at,
});

it.each([
  ['it is slow', facts('slow', since), [{ rail: 'mpesa', state: 'slow', since }]],
  ['it is silent', facts('silent', since), [{ rail: 'mpesa', state: 'silent', since }]],
  ['it answers', facts('answering', since), []],
  ['nobody knows: this is neither good nor bad', facts('unknown', null), []],
  ['the server has not said it yet', undefined, []],
])('%s', (_, provider, troubles) => {
  expect(troublesOf(provider && [provider])).toEqual(troubles);
});

it('each network speaks for itself', () => {
  const other = { ...facts('silent', since), rail: 'airtel' as const };
  expect(troublesOf([facts('answering', since), other])).toEqual([{ rail: 'airtel', state: 'silent', since }]);
});
