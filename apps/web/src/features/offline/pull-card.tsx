'use client';

import { Badge, Button, Callout, Card, CardContent, CardHeader } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { usePermission } from '@/features/shell/use-permission';
import { Time } from '@/format';
import { StartPulling, StopPulling } from './pull-dialogs.tsx';
import type { Pulls } from './types.ts';

/** The state of pulled payments: on or off, progress, and the last error. */
export function PullCard({ pulls }: { pulls: Pulls }) {
  const t = useTranslations('offline.pull');
  const mayWrite = usePermission('offline.write');
  const [asking, setAsking] = useState<'start' | 'stop'>();
  const close = () => setAsking(undefined);
  const { isOn, error } = pulls;
  return (
    <section aria-labelledby="pulled-payments">
      <Card>
        <CardHeader
          title={t('title')}
          titleId="pulled-payments"
          actions={<Badge tone={isOn ? 'success' : 'neutral'}>{t(isOn ? 'on' : 'off')}</Badge>}
        />
        <CardContent className="flex flex-col items-start gap-3 text-sm">
          <p>{t('explain')}</p>
          {isOn && <Standing pulls={pulls} />}
          {isOn && pulls.leftOut.length > 0 && (
            <p className="text-muted-foreground">
              {t('leftOut')}{' '}
              {pulls.leftOut
                .map(({ type, count }) => (type === null ? t('unreadable', { count }) : t('wentOut', { count, type })))
                .join(', ')}
            </p>
          )}
          {isOn && error && (
            <Callout tone="warning" title={t('failed')}>
              {error}
            </Callout>
          )}
          {mayWrite && (
            <div className="flex flex-wrap gap-2">
              <Button onClick={() => setAsking('start')}>{t(isOn ? 'change' : 'start')}</Button>
              {isOn && <Button onClick={() => setAsking('stop')}>{t('stop')}</Button>}
            </div>
          )}
        </CardContent>
        {asking === 'start' && <StartPulling onClose={close} />}
        {asking === 'stop' && <StopPulling onClose={close} />}
      </Card>
    </section>
  );
}

function Standing({ pulls: { registeredAt, pulledTo } }: { pulls: Pulls }) {
  const t = useTranslations('offline.pull');
  return (
    <p className="text-muted-foreground">
      {registeredAt ? (
        <>
          {t('registered')} <Time value={registeredAt} />
        </>
      ) : (
        t('notRegistered')
      )}
      {' · '}
      {pulledTo ? (
        <>
          {t('pulledTo')} <Time value={pulledTo} />
        </>
      ) : (
        t('nothingYet')
      )}
    </p>
  );
}
