'use client';

import { StatusDot } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import type { Endpoint } from './types.ts';

type EndpointState = 'disabled' | 'paused' | 'failing' | 'untried' | 'healthy';

const tones = {
  disabled: 'neutral',
  paused: 'danger',
  failing: 'warning',
  untried: 'neutral',
  healthy: 'success',
} as const;

/** How an endpoint does, in one word. */
export function stateOf({ health }: Pick<Endpoint, 'health'>): EndpointState {
  if (health.status === 'disabled') return 'disabled';
  if (health.circuit.state !== 'closed') return 'paused';
  if (health.failingSince !== null) return 'failing';
  return health.lastSuccessAt === null && health.lastDay.attempts === 0 ? 'untried' : 'healthy';
}

export function EndpointStateDot({ endpoint }: { endpoint: Endpoint }) {
  const t = useTranslations('endpoints.states');
  const state = stateOf(endpoint);
  return <StatusDot tone={tones[state]}>{t(state)}</StatusDot>;
}
