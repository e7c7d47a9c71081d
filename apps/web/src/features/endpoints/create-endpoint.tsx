'use client';

import { Dialog } from '@tillgate/ui';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { DialogForm } from '@/features/shell/dialog-form';
import { tenantPath } from '@/features/shell/tenant';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { EndpointFields, newEndpointDraft, settingsOf } from './endpoint-form.tsx';
import { SigningSecret } from './signing-secret.tsx';

type Made = { endpointId: string; secret: string };

/** Asks where events go, makes the endpoint, and shows its secret the only time. */
export function CreateEndpoint({ localUrl, onClose }: { localUrl: string | undefined; onClose: () => void }) {
  const t = useTranslations('endpoints');
  const router = useRouter();
  const tenant = useTenant();
  const [made, setMade] = useState<Made>();
  const finish = ({ endpointId }: Made) => {
    onClose();
    router.push(tenantPath(tenant, `developers/endpoints/${endpointId}`));
  };
  return (
    <Dialog onClose={onClose} title={made ? t('create.done') : t('create.title')} size="lg" isHeld={made !== undefined}>
      {made ? (
        <SigningSecret value={made.secret} onDone={() => finish(made)} />
      ) : (
        <Form localUrl={localUrl} onMade={setMade} onClose={onClose} />
      )}
    </Dialog>
  );
}

type FormProps = { localUrl: string | undefined; onMade: (made: Made) => void; onClose: () => void };

function Form({ localUrl, onMade, onClose }: FormProps) {
  const t = useTranslations('endpoints.create');
  const tenant = useTenant();
  const [draft, setDraft] = useState(newEndpointDraft);
  const create = useChange(useTRPC().endpoints.create.mutationOptions({ onSuccess: onMade }), { isSeenOnce: true });
  return (
    <DialogForm
      change={create}
      fields="any"
      submitLabel={t('submit')}
      isIncomplete={draft.url.trim() === ''}
      noValidate
      onSubmit={() => create.mutate({ ...tenant, ...settingsOf(draft) })}
      onClose={onClose}
    >
      <EndpointFields draft={draft} onChange={setDraft} error={create.error} localUrl={localUrl} />
    </DialogForm>
  );
}
