'use client';

import { Callout, Dialog } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { DialogForm } from '@/features/shell/dialog-form';
import { GraceField, graceDefault } from '@/features/shell/grace-field';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import { SigningSecret } from './signing-secret.tsx';
import type { Endpoint } from './types.ts';

const steps = ['make', 'install', 'activate'] as const;

/** Makes the next signing secret of an endpoint, shown once; the current one signs for a while longer. */
export function RotateSecret({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const t = useTranslations('endpoints.rotate');
  const tenant = useTenant();
  const [grace, setGrace] = useState(graceDefault);
  const rotate = useChange(useTRPC().endpoints.rotateSecret.mutationOptions(), { isSeenOnce: true });
  const submit = () => rotate.mutate({ ...tenant, endpointId: endpoint.endpointId, graceSeconds: Number(grace) });
  return (
    <Dialog onClose={onClose} title={rotate.data ? t('doneTitle') : t('title')} size="lg" isHeld={rotate.isSuccess}>
      {rotate.data ? (
        <div className="flex flex-col gap-4">
          <Callout tone="info">
            {rotate.data.retiredUntil ? t('takesOver') : t('tookOver')}{' '}
            {rotate.data.retiredUntil && <Time value={rotate.data.retiredUntil} />}
          </Callout>
          <SigningSecret value={rotate.data.secret} onDone={onClose} />
        </div>
      ) : (
        <DialogForm
          change={rotate}
          submitLabel={t('submit')}
          tone={grace === '0' ? 'danger' : 'primary'}
          onSubmit={submit}
          onClose={onClose}
        >
          {grace !== '0' && (
            <ol className="flex list-decimal flex-col gap-1.5 pl-5 text-sm">
              {steps.map((step) => (
                <li key={step}>{t(`steps.${step}`)}</li>
              ))}
            </ol>
          )}
          <GraceField of="endpoints.rotate" value={grace} onChange={setGrace} />
        </DialogForm>
      )}
    </Dialog>
  );
}
