'use client';

import { Dialog } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { DialogForm } from '@/features/shell/dialog-form';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { BucketKeyFields, noKeys } from './bucket-key-fields.tsx';
import type { BucketRow } from './types.ts';

/** Gives a bucket other keys. The ones before are gone at once. */
export function ReplaceBucketKeys({ row: { bucketId, name }, onClose }: { row: BucketRow; onClose: () => void }) {
  const t = useTranslations('exports.buckets.replace');
  const tenant = useTenant();
  const [keys, setKeys] = useState(noKeys);
  const replace = useChange(useTRPC().buckets.replaceKeys.mutationOptions());
  const submit = () => {
    const onSuccess = () => {
      toast.success(t('done', { name }));
      onClose();
    };
    replace.mutate({ ...tenant, bucketId, ...keys }, { onSuccess });
  };
  return (
    <Dialog onClose={onClose} title={t('title', { name })} description={t('description')}>
      <DialogForm
        change={replace}
        fields={['accessKeyId', 'secretAccessKey']}
        submitLabel={t('submit')}
        isIncomplete={keys.accessKeyId === '' || keys.secretAccessKey === ''}
        noValidate
        onSubmit={submit}
        onClose={onClose}
      >
        <BucketKeyFields keys={keys} onChange={setKeys} error={replace.error} />
      </DialogForm>
    </Dialog>
  );
}
