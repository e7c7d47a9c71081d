'use client';

import { type RailName, railLabel, railsLabel } from '@tillgate/domain/rails/labels';
import { useMemo } from 'react';
import { useLocale } from 'use-intl/react';
import { useFrame } from '@/features/shell/frame-context';
import { toLocale } from '@/i18n/locale';
import { type SaidNetwork, saidNetwork } from './said-network.ts';

/** The networks of the application, its default first; none when all its money moves on one. */
export function useNetworks(): readonly RailName[] {
  const { providers } = useFrame();
  return useMemo(() => (providers.length > 1 ? providers.map(({ rail }) => rail) : []), [providers]);
}

/** What the filter by network offers; nothing where there is one network. */
export function useNetworkOptions(): { rail: { value: RailName; label: string }[] } {
  const networks = useNetworks();
  return useMemo(() => ({ rail: networks.map((rail) => ({ value: rail, label: railLabel(rail) })) }), [networks]);
}

/** The network that a text is about: that of its row, or else {@link saidNetwork}. Spread it into the values of the text. */
export function useSaidNetwork(given?: RailName | null): SaidNetwork {
  return saidNetwork(given, useFrame().providers);
}

/** The networks of the application, as texts name them: `M-PESA or Airtel Money`. */
export function useNetworksLabel(): string {
  const { providers } = useFrame();
  const rails = providers.map(({ rail }) => rail);
  return useRailsLabel(rails);
}

/** These networks, as texts name them; every network where there are none. */
export function useRailsLabel(rails: readonly RailName[]): string {
  return railsLabel(rails, toLocale(useLocale()));
}
