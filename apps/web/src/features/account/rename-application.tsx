'use client';

import { Dialog, Field, Input } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { DialogForm } from '@/features/shell/dialog-form';
import { useChange } from '@/features/shell/use-change';
import { useTRPC } from '@/trpc/client';
import { fieldIssues } from '@/trpc/errors';

type Props = { application: { organizationId: string; applicationId: string; name: string }; onClose: () => void };

export function RenameApplication({ application, onClose }: Props) {
  const t = useTranslations('account.organizations');
  const { organizationId, applicationId } = application;
  const rename = useChange(useTRPC().organizations.renameApplication.mutationOptions({ onSuccess: onClose }));
  return (
    <Dialog onClose={onClose} title={t('renameTitle')}>
      <DialogForm
        change={rename}
        fields={['name']}
        submitLabel={t('save')}
        onSubmit={(given) => rename.mutate({ organizationId, applicationId, name: String(given.get('name')) })}
        onClose={onClose}
      >
        <Field label={t('name')} error={fieldIssues(rename.error).name}>
          <Input name="name" defaultValue={application.name} maxLength={100} autoComplete="off" required autoFocus />
        </Field>
      </DialogForm>
    </Dialog>
  );
}
