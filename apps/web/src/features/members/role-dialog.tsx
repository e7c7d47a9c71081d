'use client';

import { useMutation } from '@tanstack/react-query';
import { Button, Dialog, DialogContent, DialogFooter } from '@tillgate/ui';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormError } from '@/features/shell/form-error';
import { toast } from '@/features/shell/toast';
import { useTRPC } from '@/trpc/client';
import { RoleChoice } from './role-choice.tsx';
import { type MemberRow, personName, type RoleName } from './types.ts';
import { useMembersChange } from './use-members-change.ts';

type Props = { organizationId: string; member: MemberRow; roles: readonly RoleName[]; onClose: () => void };

/** Gives a member another role. */
export function RoleDialog({ organizationId, member, roles, onClose }: Props) {
  const t = useTranslations('members');
  const changeRole = useMutation(useTRPC().members.changeRole.mutationOptions());
  const { change, error, isPending } = useMembersChange();
  const [role, setRole] = useState<RoleName>(member.role);
  const name = personName(member);

  async function send(event: FormEvent) {
    event.preventDefault();
    const { userId } = member;
    if (!(await change(() => changeRole.mutateAsync({ organizationId, userId, role })))) return;
    toast.success(t('roleDialog.done', { name, role: t(`roles.${role}.name`) }));
    onClose();
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent title={t('roleDialog.title', { name })} description={t('roleDialog.description')}>
        <form onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
          <FormError error={error} />
          <RoleChoice label={t('roleDialog.role')} roles={roles} value={role} onChange={setRole} />
          <DialogFooter>
            <Button type="submit" variant="primary" isPending={isPending} disabled={role === member.role}>
              {t('roleDialog.submit')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
