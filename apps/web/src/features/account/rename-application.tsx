'use client';

import { Button, Dialog, DialogContent, DialogFooter, Field, Input } from '@tillgate/ui';
import type { FormEvent } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormError } from '@/features/shell/form-error';
import { useChange } from '@/features/shell/use-change';
import { useTRPC } from '@/trpc/client';
import { fieldIssues } from '@/trpc/errors';

type Props = { application: { organizationId: string; applicationId: string; name: string }; onClose: () => void };

export function RenameApplication({ application, onClose }: Props) {
  const t = useTranslations('account.organizations');
  const { organizationId, applicationId } = application;
  const rename = useChange(useTRPC().organizations.renameApplication.mutationOptions({ onSuccess: onClose }));

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    rename.mutate({ organizationId, applicationId, name: String(new FormData(event.currentTarget).get('name')) });
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent title={t('renameTitle')}>
        <form onSubmit={save} className="flex flex-col gap-4">
          <FormError error={rename.error} fields={['name']} />
          <Field label={t('name')} error={fieldIssues(rename.error).name}>
            <Input name="name" defaultValue={application.name} maxLength={100} autoComplete="off" required autoFocus />
          </Field>
          <DialogFooter>
            <Button type="submit" variant="primary" isPending={rename.isPending}>
              {t('save')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
