'use client';

import { Callout, KeyValueList, Panel, Stat } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { ActorName } from '@/features/actors/actor-name';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { formatNumber, formatShare, Time } from '@/format';
import { EndpointCharts } from './endpoint-charts.tsx';
import { waitingText } from './health-text.tsx';
import { LatestDeliveries } from './latest-deliveries.tsx';
import { NextSecret } from './next-secret.tsx';
import { SignatureGuide } from './signature-guide.tsx';
import type { Endpoint } from './types.ts';

/** The health and facts of an endpoint, and how its receiver verifies webhooks. */
export function EndpointOverview({ endpoint, apiUrl }: { endpoint: Endpoint; apiUrl: string }) {
  return (
    <div className="flex flex-col gap-4">
      <Trouble endpoint={endpoint} />
      <NextSecret endpoint={endpoint} />
      <Figures health={endpoint.health} />
      <EndpointCharts endpointId={endpoint.endpointId} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <LatestDeliveries endpointId={endpoint.endpointId} />
          <Facts endpoint={endpoint} />
        </div>
        <SignatureGuide apiUrl={apiUrl} />
      </div>
    </div>
  );
}

/** The endpoint's problem, and the next automatic step. */
function Trouble({ endpoint: { health } }: { endpoint: Endpoint }) {
  const t = useTranslations('endpoints.trouble');
  const { status, disabledBy, disabledReason, circuit, failingSince, lastFailure, waiting } = health;
  if (status === 'disabled') {
    return (
      <Callout tone="warning" title={t('disabled')}>
        {disabledBy ? t('disabledBy') : disabledReason} {disabledBy && <ActorName who={disabledBy} />}
      </Callout>
    );
  }
  if (!failingSince) return null;
  return (
    <Callout tone={circuit.state === 'closed' ? 'warning' : 'danger'} title={t(`circuit.${circuit.state}`)}>
      <p>
        {t('since')} <Time value={failingSince} />. {circuit.state === 'open' && t('probe')}{' '}
        {circuit.state === 'open' && <Time value={circuit.openUntil} format="dateTimeSeconds" />}
      </p>
      {lastFailure && (
        <p className="mt-1 break-words">
          {t('cause')} {lastFailure.error}
          {lastFailure.answer && <code className="mt-1 block font-mono text-xs">{lastFailure.answer}</code>}
        </p>
      )}
      {waiting.value > 0 && <p className="mt-1">{t('waiting', { count: waiting.value, text: waitingText(health) })}</p>}
    </Callout>
  );
}

function Figures({ health }: { health: Endpoint['health'] }) {
  const t = useTranslations('endpoints.figures');
  const { attempts, failures, more } = health.lastDay;
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Stat
        label={t('lastSuccess')}
        value={health.lastSuccessAt ? <Time value={health.lastSuccessAt} format="relative" /> : t('never')}
        hint={health.lastSuccessAt && <Time value={health.lastSuccessAt} />}
      />
      <Stat
        label={t('failures')}
        value={attempts === 0 ? '—' : formatShare(failures / attempts)}
        hint={t('ofAttempts', { count: `${formatNumber(attempts)}${more ? '+' : ''}` })}
      />
      <Stat label={t('waiting')} value={waitingText(health)} hint={t('waitingHint')} />
      <Stat label={t('circuit')} value={t(`circuits.${health.circuit.state}`)} hint={t('circuitHint')} />
    </div>
  );
}

function Facts({ endpoint }: { endpoint: Endpoint }) {
  const t = useTranslations('endpoints.facts');
  return (
    <Panel title={t('title')} contentClassName="py-1">
      <KeyValueList
        items={[
          { label: t('id'), value: endpoint.endpointId, mono: true, copy: endpoint.endpointId },
          { label: t('events'), value: <EventTypes events={endpoint.events} /> },
          { label: t('concurrency'), value: endpoint.concurrency },
          {
            label: t('rate'),
            value: endpoint.ratePerSecond === null ? t('noLimit') : t('perSecond', { count: endpoint.ratePerSecond }),
          },
          { label: t('created'), value: <Time value={endpoint.createdAt} /> },
        ]}
      />
    </Panel>
  );
}

/** The event types that it receives, with a link to their description. */
function EventTypes({ events }: Pick<Endpoint, 'events'>) {
  const t = useTranslations('endpoints.facts');
  const tenant = useTenant();
  const mayRead = usePermission('events.read');
  return (
    <span className="flex flex-col gap-1">
      {events.length === 0 ? t('allEvents') : events.join(', ')}
      {mayRead && (
        <Link
          href={tenantPath(tenant, 'developers/event-types')}
          className="touch-area self-start text-link underline underline-offset-4"
        >
          {t('eventTypes')}
        </Link>
      )}
    </span>
  );
}
