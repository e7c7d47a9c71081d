'use client';

import { Badge, Callout, CodeBlock, KeyValueList, Panel, Spinner } from '@tillgate/ui';
import { ChevronRight } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { StatusCode } from '@/features/requests/status-code';
import { formatNumber, Time } from '@/format';
import type { Attempt, Delivery } from './types.ts';

/** Every attempt of a delivery, the newest first and open. */
export function Attempts({ delivery }: { delivery: Delivery }) {
  const t = useTranslations('deliveries');
  const { attempts, attemptCount } = delivery;
  return (
    <Panel title={t('attempts.title')} contentClassName="flex flex-col gap-3">
      {delivery.underWay && (
        <Callout tone="info" role="status" icon={<Spinner />}>
          {t('underWay')}
        </Callout>
      )}
      {attempts.length === 0 && (
        <p className="text-muted-foreground text-sm">{t(attemptCount > 0 ? 'attempts.deleted' : 'attempts.none')}</p>
      )}
      {attempts.map((attempt, index) => (
        <AttemptView key={attempt.number} attempt={attempt} isOpen={index === 0} />
      ))}
      {attempts.length > 0 && attemptCount > attempts.length && (
        <p className="text-muted-foreground text-xs">{t('attempts.more')}</p>
      )}
    </Panel>
  );
}

function AttemptView({ attempt, isOpen }: { attempt: Attempt; isOpen: boolean }) {
  const t = useTranslations('deliveries.attempts');
  return (
    <details open={isOpen} className="group rounded-lg border">
      <summary className="flex min-h-9 pointer-coarse:min-h-11 cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1 rounded-lg px-3 py-1.5 text-sm hover:bg-accent/60">
        <ChevronRight aria-hidden="true" className="size-4 shrink-0 transition-transform group-open:rotate-90" />
        <span className="font-medium">{t('number', { number: attempt.number })}</span>
        {attempt.statusCode === null ? (
          <Badge tone="danger">{t('noAnswer')}</Badge>
        ) : (
          <StatusCode status={attempt.statusCode} />
        )}
        <span className="text-muted-foreground text-xs">{t('duration', { ms: formatNumber(attempt.durationMs) })}</span>
        <span className="ml-auto text-muted-foreground text-xs">
          <Time value={attempt.startedAt} format="dateTimeSeconds" />
        </span>
      </summary>
      <AttemptDetail attempt={attempt} />
    </details>
  );
}

function AttemptDetail({ attempt }: { attempt: Attempt }) {
  const t = useTranslations('deliveries.attempts');
  const { error, address, responseHeaders, responseBody } = attempt;
  const headers = Object.entries(responseHeaders ?? {}).map(([name, value]) => `${name}: ${String(value)}`);
  return (
    <div className="flex flex-col gap-3 border-t px-3 py-3">
      <KeyValueList
        items={[
          error !== null && { label: t('error'), value: error },
          address !== null && { label: t('address'), value: address, mono: true },
        ]}
      />
      {headers.length > 0 && <CodeBlock title={t('headers')} label={t('headers')} code={headers.join('\n')} wrap />}
      {responseBody ? (
        <CodeBlock title={t('body')} label={t('body')} code={responseBody} wrap />
      ) : (
        attempt.statusCode !== null && <p className="text-muted-foreground text-xs">{t('noBody')}</p>
      )}
    </div>
  );
}
