'use client';

import { useMutation } from '@tanstack/react-query';
import { Button, Dialog, DialogContent, DialogFooter } from '@tillgate/ui';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormError } from '@/features/shell/form-error';
import { toast } from '@/features/shell/toast';
import { useTRPC } from '@/trpc/client';
import { isChosen, KeysChoice, type KeysFate, useKeysOf } from './keys-choice.tsx';
import { hasOutlived } from './outlived-dialog.tsx';
import { RoleChoice } from './role-choice.tsx';
import { type MemberRow, type Outlived, personName, type RoleName } from './types.ts';
import { useMembersChange } from './use-members-change.ts';

type Props = {
  organizationId: string;
  member: MemberRow;
  roles: readonly RoleName[];
  onOutlived: (outlived: Outlived) => void;
  onClose: () => void;
};

/** Gives a member another role. Asks what becomes of keys that they could not make with it. */
export function RoleDialog({ organizationId, member, roles, onOutlived, onClose }: Props) {
  const t = useTranslations('members');
  const changeRole = useMutation(useTRPC().members.changeRole.mutationOptions());
  const { change, error, isPending } = useMembersChange();
  const [role, setRole] = useState<RoleName>(member.role);
  const [fate, setFate] = useState<KeysFate>();
  const name = personName(member);
  const { userId } = member;
  const isNew = role !== member.role;
  const keys = useKeysOf({ organizationId, userId, to: role }, isNew);

  async function send(event: FormEvent) {
    event.preventDefault();
    let outlived: Outlived | undefined;
    const isDone = await change(async () => {
      outlived = await changeRole.mutateAsync({ organizationId, userId, role, ...(fate && { keys: fate }) });
    });
    if (!isDone) return;
    toast.success(t('roleDialog.done', { name, role: t(`roles.${role}.name`) }));
    onClose();
    if (outlived && hasOutlived(outlived)) onOutlived(outlived);
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent title={t('roleDialog.title', { name })} description={t('roleDialog.description')}>
        <form onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
          <FormError error={error} />
          <RoleChoice label={t('roleDialog.role')} roles={roles} value={role} onChange={setRole} />
          {isNew && <KeysChoice keys={keys} value={fate} onChange={setFate} />}
          <DialogFooter>
            <Button type="submit" variant="primary" isPending={isPending} disabled={!isNew || !isChosen(keys, fate)}>
              {t('roleDialog.submit')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
