'use client';

import { Badge, JsonView, Panel } from '@tillgate/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney, formatPhone, maskPhone, Time } from '@/format';
import type { ReviewDetail } from './types.ts';

type Evidence = ReviewDetail['evidence'];

/** Callbacks and answers of the provider, events to the merchant, and payments that could be the same money. */
export function ReviewEvidence({ detail: { evidence } }: { detail: ReviewDetail }) {
  const t = useTranslations('reviews.evidence');
  return (
    <>
      {evidence.candidates.length > 0 && <Candidates rows={evidence.candidates} />}
      {evidence.held.length > 0 && <Held rows={evidence.held} />}
      <Callbacks rows={evidence.callbacks} />
      {evidence.inquiries.length > 0 && <Inquiries rows={evidence.inquiries} />}
      {evidence.events.length > 0 && (
        <List title={t('events')}>
          {evidence.events.map(({ eventId, type, createdAt }) => (
            <Row key={eventId}>
              <span className="font-mono text-xs">{type}</span>
              <Time value={createdAt} format="dateTimeSeconds" className="text-muted-foreground text-xs" />
            </Row>
          ))}
        </List>
      )}
    </>
  );
}

function List({ title, more, children }: { title: string; more?: string; children: ReactNode }) {
  return (
    <Panel title={title} description={more} contentClassName="py-1">
      <ul className="divide-y">{children}</ul>
    </Panel>
  );
}

function Row({ children }: { children: ReactNode }) {
  return <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2 text-sm">{children}</li>;
}

function Candidates({ rows }: { rows: Evidence['candidates'] }) {
  const t = useTranslations('reviews.evidence');
  const tenant = useTenant();
  return (
    <List title={t('candidates')} more={t('candidatesMore')}>
      {rows.map((row) => (
        <Row key={row.paymentId}>
          <span className="min-w-0">
            <Link
              href={tenantPath(tenant, `payments/${row.paymentId}`)}
              className="text-link underline-offset-4 hover:underline"
            >
              {formatMoney(row.amount)}
              {row.phone && ` · ${formatPhone(row.phone)}`}
              {row.accountRef && ` · ${row.accountRef}`}
            </Link>
            <span className="block break-all font-mono text-muted-foreground text-xs">
              {row.providerReceipt ?? row.paymentId}
            </span>
          </span>
          <span className="flex items-center gap-2">
            {row.isNamed && <Badge tone="info">{t('named')}</Badge>}
            <Badge tone={row.status === 'success' ? 'success' : row.status === 'failed' ? 'danger' : 'warning'}>
              {t(`statuses.${row.status}`)}
            </Badge>
            <Time value={row.createdAt} className="text-muted-foreground text-xs" />
          </span>
        </Row>
      ))}
    </List>
  );
}

function Held({ rows }: { rows: Evidence['held'] }) {
  const t = useTranslations('reviews.evidence');
  return (
    <List title={t('held')} more={t('heldMore')}>
      {rows.map((row) => (
        <Row key={row.callbackId}>
          <span className="min-w-0">
            {formatMoney(row.amount)} ·{' '}
            {row.payerPhone ? formatPhone(row.payerPhone) : row.phone ? maskPhone(row.phone) : '—'} ·{' '}
            {row.reference || '—'}
            <span className="block font-mono text-muted-foreground text-xs">{row.receipt}</span>
          </span>
          <Time value={row.paidAt} className="text-muted-foreground text-xs" />
        </Row>
      ))}
    </List>
  );
}

function Callbacks({ rows }: { rows: Evidence['callbacks'] }) {
  const t = useTranslations('reviews.evidence');
  return (
    <Panel title={t('callbacks')} description={t('callbacksMore')} contentClassName="flex flex-col gap-4">
      {rows.length === 0 && <p className="text-muted-foreground text-sm">{t('noCallbacks')}</p>}
      {rows.map((row) => (
        <div key={row.callbackId} className="flex min-w-0 flex-col gap-1.5">
          <p className="flex flex-wrap items-center gap-2 text-sm">
            <Badge tone={row.state === 'applied' ? 'success' : 'warning'}>{t(`states.${row.state}`)}</Badge>
            <span className="text-muted-foreground text-xs">
              <Time value={row.receivedAt} format="dateTimeSeconds" /> · {row.remoteIp}
            </span>
          </p>
          {row.error && <p className="text-danger text-xs">{row.error}</p>}
          <JsonView value={row.body} label={t('body')} collapsedLines={12} />
          {row.isCut && <p className="text-muted-foreground text-xs">{t('cut')}</p>}
        </div>
      ))}
    </Panel>
  );
}

function Inquiries({ rows }: { rows: Evidence['inquiries'] }) {
  const t = useTranslations('reviews.evidence');
  return (
    <Panel title={t('inquiries')} contentClassName="flex flex-col gap-4">
      {rows.map((row) => (
        <div key={row.queryId} className="flex min-w-0 flex-col gap-1.5">
          <p className="flex flex-wrap items-center gap-2 text-sm">
            <Badge tone={row.status === 'answered' ? 'success' : row.status === 'failed' ? 'danger' : 'warning'}>
              {t(`answers.${row.status}`)}
            </Badge>
            <Time value={row.createdAt} format="dateTimeSeconds" className="text-muted-foreground text-xs" />
          </p>
          {row.resultDesc && <p className="text-sm">{row.resultDesc}</p>}
          {row.result && <JsonView value={row.result} label={t('answer')} collapsedLines={12} />}
        </div>
      ))}
    </Panel>
  );
}
