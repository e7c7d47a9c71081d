'use client';

import { Button, Card, CardContent, CardHeader, RadioGroup } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Confirmation } from '@/features/shell/confirmation';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import type { OfflineState } from './types.ts';

const graces = { day: 86_400, now: 0, manual: null } as const;
type Grace = keyof typeof graces;
const isGrace = (value: string): value is Grace => value in graces;

/** The secret part of the notification URL: replaced here, with a grace for the old one, and never shown. */
export function HookToken({ state }: { state: OfflineState }) {
  const t = useTranslations('offline.token');
  const mayWrite = usePermission('offline.write');
  const [asking, setAsking] = useState<'rotate' | 'end'>();
  const close = () => setAsking(undefined);
  const { replacedTokens } = state;
  return (
    <Card>
      <CardHeader title={t('title')} />
      <CardContent className="flex flex-col items-start gap-3 text-sm">
        <p>{t('explain')}</p>
        {replacedTokens.length > 0 && (
          <ul className="list-disc pl-5">
            {replacedTokens.map((token) => (
              <li key={token.retiredAt}>
                <Replaced token={token} />
              </li>
            ))}
          </ul>
        )}
        {mayWrite && (
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setAsking('rotate')}>{t('rotate')}</Button>
            {replacedTokens.length > 0 && <Button onClick={() => setAsking('end')}>{t('end')}</Button>}
          </div>
        )}
      </CardContent>
      {asking === 'rotate' && <Rotate onClose={close} />}
      {asking === 'end' && <End onClose={close} />}
    </Card>
  );
}

function Replaced({ token: { retiredAt, endsAt, isManual } }: { token: OfflineState['replacedTokens'][number] }) {
  const t = useTranslations('offline.token');
  return (
    <>
      {t('replaced')} <Time value={retiredAt} />
      {'. '}
      {endsAt ? (
        <>
          {t('endsAt')} <Time value={endsAt} />
        </>
      ) : (
        t(isManual ? 'endsByHand' : 'endsAfterRegistration')
      )}
    </>
  );
}

function Rotate({ onClose }: { onClose: () => void }) {
  const t = useTranslations('offline.token');
  const tenant = useTenant();
  const [grace, setGrace] = useState<Grace>('day');
  const rotate = useChange(useTRPC().offline.rotateToken.mutationOptions());
  return (
    <Confirmation
      title={t('rotateTitle')}
      summary={t('rotateSummary')}
      tone={grace === 'now' ? 'danger' : undefined}
      confirmLabel={t('rotate')}
      onConfirm={async () => {
        await rotate.mutateAsync({ ...tenant, graceSeconds: graces[grace] });
        toast.success(t('rotated'));
      }}
      onClose={onClose}
    >
      <RadioGroup
        label={t('grace')}
        value={grace}
        onValueChange={(value) => isGrace(value) && setGrace(value)}
        options={(['day', 'manual', 'now'] as const).map((value) => ({
          value,
          label: t(`graces.${value}`),
          description: t(`gracesMore.${value}`),
        }))}
      />
    </Confirmation>
  );
}

function End({ onClose }: { onClose: () => void }) {
  const t = useTranslations('offline.token');
  const tenant = useTenant();
  const end = useChange(useTRPC().offline.endTokens.mutationOptions());
  return (
    <Confirmation
      title={t('endTitle')}
      summary={t('endSummary')}
      tone="danger"
      confirmLabel={t('end')}
      onConfirm={async () => {
        await end.mutateAsync(tenant);
        toast.success(t('ended'));
      }}
      onClose={onClose}
    />
  );
}
