'use client';

import { useMutation } from '@tanstack/react-query';
import { Button, Dialog, DialogContent, DialogFooter } from '@tillgate/ui';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormError } from '@/features/shell/form-error';
import { toast } from '@/features/shell/toast';
import { useProven } from '@/features/shell/use-proven';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { BucketKeyFields, noKeys } from './bucket-key-fields.tsx';
import type { BucketRow } from './types.ts';
import { useExportsChanged } from './use-exports.ts';

/** Gives a bucket other keys. The ones before are gone at once. */
export function ReplaceBucketKeys({ row: { bucketId, name }, onClose }: { row: BucketRow; onClose: () => void }) {
  const t = useTranslations('exports.buckets.replace');
  const trpc = useTRPC();
  const tenant = useTenant();
  const proven = useProven();
  const changed = useExportsChanged();
  const [keys, setKeys] = useState(noKeys);
  const replace = useMutation(proven(trpc.buckets.replaceKeys.mutationOptions()));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const onSuccess = () => {
      toast.success(t('done', { name }));
      void changed();
      onClose();
    };
    replace.mutate({ ...tenant, bucketId, ...keys }, { onSuccess });
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent title={t('title', { name })} description={t('description')}>
        <form onSubmit={submit} noValidate className="flex flex-col gap-4">
          <BucketKeyFields keys={keys} onChange={setKeys} error={replace.error} />
          <FormError error={replace.error} fields={['accessKeyId', 'secretAccessKey']} />
          <DialogFooter>
            <Button onClick={onClose}>{t('cancel')}</Button>
            <Button
              type="submit"
              variant="primary"
              isPending={replace.isPending}
              disabled={keys.accessKeyId === '' || keys.secretAccessKey === ''}
            >
              {t('submit')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
