import { expect, it } from 'vitest';
import { troubleOf } from './provider-state.ts';
import type { ProviderFacts } from './types.ts';

const since = '2026-11-20T08:19:00.000Z';
const facts = (state: ProviderFacts['state'], at: string | null): ProviderFacts => ({
  environment: 'production',
  state,
  since: at,
});

it.each([
  ['it is slow', facts('slow', since), { state: 'slow', since }],
  ['it is silent', facts('silent', since), { state: 'silent', since }],
  ['it answers', facts('answering', since), undefined],
  ['nobody knows: this is neither good nor bad', facts('unknown', null), undefined],
  ['the server has not said it yet', null, undefined],
])('%s', (_, provider, trouble) => {
  expect(troubleOf(provider)).toEqual(trouble);
});
