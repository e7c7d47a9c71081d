'use client';

import { railLabel } from '@tillgate/domain/rails/labels';
import { Badge, JsonView, KeyValueList, Panel } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { Time } from '@/format';
import { callbackTitle } from './callback-title.ts';
import type { DisbursementDetail } from './types.ts';

/** The records behind a payout: messages of the provider, the idempotency key and the webhook deliveries. */
export function DisbursementRecords({ detail }: { detail: DisbursementDetail }) {
  return (
    <>
      <Callbacks detail={detail} />
      <div className="grid gap-4 lg:grid-cols-2">
        <Deliveries detail={detail} />
        <Idempotency detail={detail} />
      </div>
    </>
  );
}

function Callbacks({ detail: { callbacks, disbursement } }: { detail: DisbursementDetail }) {
  const t = useTranslations('payouts.records');
  const network = railLabel(disbursement.rail);
  return (
    <Panel
      title={t('callbacks', { network })}
      description={t('callbacksMore', { network })}
      contentClassName="flex flex-col gap-4"
    >
      {callbacks.length === 0 && <p className="text-muted-foreground text-sm">{t('noCallbacks')}</p>}
      {callbacks.map((callback) => (
        <div key={callback.callbackId} className="flex flex-col gap-1.5">
          <p className="flex flex-wrap items-center gap-2 text-sm">
            <span className="font-medium">
              {t(callbackTitle(callback.kind, callback.subjectId !== disbursement.disbursementId))}
            </span>
            <Badge tone={callback.state === 'applied' ? 'success' : 'warning'}>{t(`states.${callback.state}`)}</Badge>
            <span className="text-muted-foreground text-xs">
              <Time value={callback.receivedAt} format="dateTimeSeconds" /> · {callback.remoteIp}
            </span>
          </p>
          {callback.error && <p className="text-danger text-xs">{callback.error}</p>}
          <JsonView value={callback.body} label={t('body')} collapsedLines={8} />
          {callback.isCut && <p className="text-muted-foreground text-xs">{t('cut')}</p>}
        </div>
      ))}
    </Panel>
  );
}

function Deliveries({ detail: { deliveries } }: { detail: DisbursementDetail }) {
  const t = useTranslations('payouts.records');
  const tenant = useTenant();
  const mayOpen = usePermission('endpoints.read');
  return (
    <Panel title={t('deliveries')} contentClassName="py-1">
      {deliveries.length === 0 && <p className="py-3 text-muted-foreground text-sm">{t('noDeliveries')}</p>}
      <ul className="divide-y">
        {deliveries.map(({ deliveryId, type, url, status, lastStatusCode, at }) => (
          <li key={deliveryId} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2 text-sm">
            <span className="min-w-0">
              {mayOpen ? (
                <Link
                  href={tenantPath(tenant, `developers/deliveries/${deliveryId}`)}
                  className="font-mono text-link text-xs underline-offset-4 hover:underline"
                >
                  {type}
                </Link>
              ) : (
                <span className="font-mono text-xs">{type}</span>
              )}
              <span className="block break-all text-muted-foreground text-xs">{url}</span>
            </span>
            <span className="flex items-center gap-2">
              <Badge tone={status === 'delivered' ? 'success' : status === 'exhausted' ? 'danger' : 'neutral'}>
                {t(`deliveryStates.${status}`)}
                {lastStatusCode !== null && ` · ${lastStatusCode}`}
              </Badge>
              <Time value={at} format="relative" className="text-muted-foreground text-xs" />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Idempotency({ detail: { idempotency } }: { detail: DisbursementDetail }) {
  const t = useTranslations('payouts.records');
  return (
    <Panel title={t('idempotency')} description={t('idempotencyMore')} contentClassName="py-1">
      {idempotency ? (
        <KeyValueList
          items={[
            { label: t('key'), value: idempotency.key, mono: true, copy: idempotency.key },
            { label: t('keyState'), value: t(`keyStates.${idempotency.state}`) },
            { label: t('keyAt'), value: <Time value={idempotency.createdAt} format="dateTimeSeconds" /> },
          ]}
        />
      ) : (
        <p className="py-3 text-muted-foreground text-sm">{t('noKey')}</p>
      )}
    </Panel>
  );
}
