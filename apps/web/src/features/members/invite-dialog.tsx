'use client';

import { Button, Dialog, DialogContent, DialogFooter, Field, Input } from '@tillgate/ui';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormError } from '@/features/shell/form-error';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { useTRPC } from '@/trpc/client';
import { fieldIssues } from '@/trpc/errors';
import { RoleChoice } from './role-choice.tsx';
import type { RoleName } from './types.ts';

type Props = { organizationId: string; roles: readonly RoleName[]; onClose: () => void };

/** Invites a person to the organization. */
export function InviteDialog({ organizationId, roles, onClose }: Props) {
  const t = useTranslations('members.inviteDialog');
  const [email, setEmail] = useState('');
  // Starts with the role that has the fewest permissions, so that more is a deliberate choice.
  const [role, setRole] = useState<RoleName>('support');
  const invite = useChange(
    useTRPC().members.invite.mutationOptions({
      onSuccess: () => {
        toast.success(t('done', { email }));
        onClose();
      },
    }),
  );
  const issues = fieldIssues(invite.error);

  function send(event: FormEvent) {
    event.preventDefault();
    invite.mutate({ organizationId, email, role });
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent title={t('title')} description={t('description')}>
        <form onSubmit={send} className="flex flex-col gap-4">
          <FormError error={invite.error} fields={['email', 'role']} />
          <Field label={t('email')} error={issues.email}>
            <Input
              type="email"
              value={email}
              autoComplete="off"
              required
              autoFocus
              onChange={(event) => setEmail(event.target.value)}
            />
          </Field>
          <RoleChoice label={t('role')} roles={roles} value={role} onChange={setRole} error={issues.role} />
          <DialogFooter>
            <Button type="submit" variant="primary" isPending={invite.isPending}>
              {t('submit')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
