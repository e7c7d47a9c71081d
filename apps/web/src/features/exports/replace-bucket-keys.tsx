'use client';

import { Button, Dialog, DialogContent, DialogFooter } from '@tillgate/ui';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormError } from '@/features/shell/form-error';
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const onSuccess = () => {
      toast.success(t('done', { name }));
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
