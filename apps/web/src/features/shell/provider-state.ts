import type { ProviderFacts } from './types.ts';

/** Trouble of a network, and since when: an ISO time. */
export type ProviderTrouble = { rail: ProviderFacts['rail']; state: 'slow' | 'silent'; since: string };

/** What has to be said about networks: which are slow or silent. Nothing of those that answer, or that nobody knows about. */
export function troublesOf(providers: readonly ProviderFacts[] | undefined): ProviderTrouble[] {
  return (providers ?? []).flatMap(({ rail, state, since }) =>
    since && (state === 'slow' || state === 'silent') ? [{ rail, state, since }] : [],
  );
}
