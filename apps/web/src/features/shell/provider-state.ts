import type { ProviderFacts } from './types.ts';

/** Trouble of the provider, and since when: an ISO time. */
export type ProviderTrouble = { state: 'slow' | 'silent'; since: string };

/** What has to be said about the provider: that it is slow or silent. Undefined when it answers, and when nobody knows. */
export function troubleOf(provider: ProviderFacts | null | undefined): ProviderTrouble | undefined {
  if (!provider?.since || (provider.state !== 'slow' && provider.state !== 'silent')) return undefined;
  return { state: provider.state, since: provider.since };
}
