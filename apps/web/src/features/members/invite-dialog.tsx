'use client';

import { useMutation } from '@tanstack/react-query';
import { Button, Dialog, DialogContent, DialogFooter, Field, Input } from '@tillgate/ui';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormError } from '@/features/shell/form-error';
import { toast } from '@/features/shell/toast';
import { useTRPC } from '@/trpc/client';
import { fieldIssues } from '@/trpc/errors';
import { RoleChoice } from './role-choice.tsx';
import type { RoleName } from './types.ts';
import { useMembersChange } from './use-members-change.ts';

type Props = { organizationId: string; roles: readonly RoleName[]; onClose: () => void };

/** Invites a person to the organization. */
export function InviteDialog({ organizationId, roles, onClose }: Props) {
  const t = useTranslations('members.inviteDialog');
  const invite = useMutation(useTRPC().members.invite.mutationOptions());
  const { change, error, isPending } = useMembersChange();
  const [email, setEmail] = useState('');
  // Starts with the role that has the fewest permissions, so that more is a deliberate choice.
  const [role, setRole] = useState<RoleName>('support');
  const issues = fieldIssues(error);

  async function send(event: FormEvent) {
    event.preventDefault();
    if (!(await change(() => invite.mutateAsync({ organizationId, email, role })))) return;
    toast.success(t('done', { email }));
    onClose();
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent title={t('title')} description={t('description')}>
        <form onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
          <FormError error={error} fields={['email', 'role']} />
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
            <Button type="submit" variant="primary" isPending={isPending}>
              {t('submit')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
