'use client';

import { Dialog, Field, Input } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { DialogForm } from '@/features/shell/dialog-form';
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

  return (
    <Dialog onClose={onClose} title={t('title')} description={t('description')}>
      <DialogForm
        change={invite}
        fields={['email', 'role']}
        submitLabel={t('submit')}
        onSubmit={() => invite.mutate({ organizationId, email, role })}
        onClose={onClose}
      >
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
      </DialogForm>
    </Dialog>
  );
}
