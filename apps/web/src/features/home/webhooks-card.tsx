'use client';

import { Card, CardHeader, Skeleton, StatusDot, type Tone } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { formatNumber, formatShare } from '@/format';
import type { Home } from './types.ts';

type Endpoint = Home['endpoints'][number];
type State = 'healthy' | 'failing' | 'open' | 'disabled';

const tones: Record<State, Tone> = { healthy: 'success', failing: 'warning', open: 'danger', disabled: 'neutral' };

function stateOf({ health }: Endpoint): State {
  if (health.status === 'disabled') return 'disabled';
  if (health.circuit.state !== 'closed') return 'open';
  return health.failingSince === null ? 'healthy' : 'failing';
}

/** How each endpoint does. */
export function WebhooksCard({ home }: { home: Home | undefined }) {
  const t = useTranslations('home.webhooks');
  const tenant = useTenant();
  return (
    <Card>
      <CardHeader title={t('title')} description={t('description')} titleId="webhooks" />
      {!home && (
        <div className="flex flex-col gap-3 p-4">
          <Skeleton className="h-9 w-full" />
          <Skeleton className="h-9 w-full" />
        </div>
      )}
      {home && home.endpoints.length === 0 && (
        <p className="px-4 py-4 text-muted-foreground text-sm">
          {t('empty')}{' '}
          <Link href={tenantPath(tenant, 'developers/endpoints')} className="text-link underline underline-offset-2">
            {t('create')}
          </Link>
        </p>
      )}
      {home && home.endpoints.length > 0 && (
        <ul aria-labelledby="webhooks" className="max-h-72 divide-y overflow-y-auto">
          {home.endpoints.map((endpoint) => (
            <li key={endpoint.endpointId}>
              <EndpointLink endpoint={endpoint} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function EndpointLink({ endpoint }: { endpoint: Endpoint }) {
  const t = useTranslations('home.webhooks');
  const tenant = useTenant();
  const state = stateOf(endpoint);
  const { attempts, failures } = endpoint.health.lastDay;
  const { waiting } = endpoint.health;
  const rate = attempts === 0 ? t('quiet') : t('rate', { share: formatShare((attempts - failures) / attempts) });
  return (
    <Link
      href={tenantPath(tenant, `developers/endpoints/${endpoint.endpointId}`)}
      className="flex flex-col gap-0.5 px-4 py-2 text-sm hover:bg-accent focus-visible:-outline-offset-2"
    >
      <span className="truncate font-mono text-xs" title={endpoint.url}>
        {endpoint.url.replace(/^https?:\/\//, '')}
      </span>
      <span className="flex flex-wrap items-center gap-x-3 text-muted-foreground text-xs">
        <StatusDot tone={tones[state]}>{t(state)}</StatusDot>
        <span>{rate}</span>
        {waiting.value > 0 && <span>{t('waiting', { text: formatNumber(waiting.value) })}</span>}
      </span>
    </Link>
  );
}
