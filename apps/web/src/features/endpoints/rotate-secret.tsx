'use client';

import { Button, Callout, Dialog, DialogContent, DialogFooter, Field, Select } from '@tillgate/ui';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormError } from '@/features/shell/form-error';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import { SigningSecret } from './signing-secret.tsx';
import type { Endpoint } from './types.ts';

const steps = ['make', 'install', 'activate'] as const;
const graces = ['0', '3600', '86400', '259200', '604800'] as const;

/** Makes the next signing secret of an endpoint, shown once; the current one goes on signing for a while. */
export function RotateSecret({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const t = useTranslations('endpoints.rotate');
  const tenant = useTenant();
  const [grace, setGrace] = useState<string>('86400');
  const rotate = useChange(useTRPC().endpoints.rotateSecret.mutationOptions());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rotate.mutate({ ...tenant, endpointId: endpoint.endpointId, graceSeconds: Number(grace) });
  };
  const hold = (event: Event) => rotate.isSuccess && event.preventDefault();
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={rotate.data ? t('doneTitle') : t('title')}
        size="lg"
        onInteractOutside={hold}
        onEscapeKeyDown={hold}
      >
        {rotate.data ? (
          <div className="flex flex-col gap-4">
            <Callout tone="info">
              {rotate.data.retiredUntil ? t('takesOver') : t('tookOver')}{' '}
              {rotate.data.retiredUntil && <Time value={rotate.data.retiredUntil} />}
            </Callout>
            <SigningSecret value={rotate.data.secret} onDone={onClose} />
          </div>
        ) : (
          <form onSubmit={submit} className="flex flex-col gap-4">
            {grace !== '0' && (
              <ol className="flex list-decimal flex-col gap-1.5 pl-5 text-sm">
                {steps.map((step) => (
                  <li key={step}>{t(`steps.${step}`)}</li>
                ))}
              </ol>
            )}
            <Field label={t('grace')} description={grace === '0' ? t('graceNone') : t('graceHelp')}>
              <Select
                value={grace}
                onValueChange={setGrace}
                options={graces.map((value) => ({ value, label: t(`graces.${value}`) }))}
              />
            </Field>
            <FormError error={rotate.error} />
            <DialogFooter>
              <Button onClick={onClose}>{t('cancel')}</Button>
              <Button type="submit" variant={grace === '0' ? 'danger' : 'primary'} isPending={rotate.isPending}>
                {t('submit')}
              </Button>
            </DialogFooter>
          </form>
        )}
      </DialogContent>
    </Dialog>
  );
}
