'use client';

import { useQuery } from '@tanstack/react-query';
import { Badge, buttonVariants, Callout, cn, JsonView, KeyValueList, Sheet, Skeleton } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { Link } from '@/features/shell/link';
import { LoadError } from '@/features/shell/load-error';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { formatNumber, Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import { StatusCode } from './status-code.tsx';
import type { RequestDetail } from './types.ts';

/** Of a body, before it is opened whole. */
const bodyLines = 20;
const pages = { payment: 'payments/', disbursement: 'payouts/', inquiry: 'inquiries?inquiry=' } as const;

/** One call of the API, beside the list. */
export function RequestSheet({ requestId, onClose }: { requestId: string; onClose: () => void }) {
  const t = useTranslations('requests.detail');
  const trpc = useTRPC();
  const tenant = useTenant();
  const request = useQuery(trpc.requests.get.queryOptions({ ...tenant, requestId }));
  return (
    <Sheet onClose={onClose} title={t('title')}>
      {request.data ? (
        <Detail request={request.data} />
      ) : request.isError ? (
        <LoadError query={request} />
      ) : (
        <Skeleton className="h-80 w-full" />
      )}
    </Sheet>
  );
}

function Detail({ request }: { request: RequestDetail }) {
  const t = useTranslations('requests.detail');
  const tenant = useTenant();
  const { resourceId, resourceKind } = request;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <code className="min-w-0 break-all text-sm">
          {request.method} {request.path}
        </code>
        <StatusCode status={request.statusCode} />
        {request.replayed && <Badge tone="info">{t('replayed')}</Badge>}
      </div>
      {request.errorCode && (
        <Callout tone={request.statusCode >= 500 ? 'danger' : 'warning'} title={<code>{request.errorCode}</code>}>
          {request.errorDetail}
        </Callout>
      )}
      {request.replayed && <p className="text-muted-foreground text-sm">{t('replayedHelp')}</p>}
      {resourceId && resourceKind && (
        <Link
          href={tenantPath(tenant, `${pages[resourceKind]}${resourceId}`)}
          className={cn(buttonVariants(), 'self-start')}
        >
          {t(`open.${resourceKind}`)}
        </Link>
      )}
      <Facts request={request} />
      <Bodies request={request} />
    </div>
  );
}

function Bodies({ request: { requestBody, responseBody } }: { request: RequestDetail }) {
  const t = useTranslations('requests.detail');
  const note = (requestBody ?? responseBody) ? t('redacted') : t('notKept');
  return (
    <>
      {requestBody && <Body label={t('requestBody')} body={requestBody} />}
      {responseBody && <Body label={t('responseBody')} body={responseBody} />}
      <p className="text-muted-foreground text-xs">{note}</p>
    </>
  );
}

function Body({ label, body }: { label: string; body: string }) {
  return (
    <div className="flex flex-col gap-1.5">
      <h3 className="font-medium text-sm">{label}</h3>
      <JsonView value={body} label={label} collapsedLines={bodyLines} />
    </div>
  );
}

function Facts({ request }: { request: RequestDetail }) {
  const t = useTranslations('requests.detail');
  const { idempotencyKey, resourceId, remoteIp, userAgent } = request;
  return (
    <KeyValueList
      items={[
        { label: t('id'), value: request.id, mono: true, copy: request.id },
        { label: t('at'), value: <Time value={request.createdAt} format="dateTimeSeconds" /> },
        { label: t('duration'), value: t('ms', { ms: formatNumber(request.durationMs) }) },
        { label: t('key'), value: `${request.keyName ?? '—'} …${request.keyLastFour ?? ''}` },
        idempotencyKey !== null && {
          label: t('idempotencyKey'),
          value: idempotencyKey,
          mono: true,
          copy: idempotencyKey,
        },
        resourceId !== null && { label: t('resource'), value: resourceId, mono: true, copy: resourceId },
        remoteIp !== null && { label: t('remoteIp'), value: remoteIp, mono: true },
        userAgent !== null && { label: t('userAgent'), value: userAgent },
      ]}
    />
  );
}
