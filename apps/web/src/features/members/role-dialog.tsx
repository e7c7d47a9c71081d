'use client';

import { Dialog } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { DialogForm } from '@/features/shell/dialog-form';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { useTRPC } from '@/trpc/client';
import { isChosen, KeysChoice, type KeysFate, useKeysOf } from './keys-choice.tsx';
import { hasOutlived } from './outlived-dialog.tsx';
import { RoleChoice } from './role-choice.tsx';
import { type MemberRow, type Outlived, personName, type RoleName } from './types.ts';

type Props = {
  organizationId: string;
  member: MemberRow;
  roles: readonly RoleName[];
  onOutlived: (outlived: Outlived) => void;
  onClose: () => void;
};

/** Gives a member another role. Asks whether to revoke keys that the role could not create. */
export function RoleDialog({ organizationId, member, roles, onOutlived, onClose }: Props) {
  const t = useTranslations('members');
  const [role, setRole] = useState<RoleName>(member.role);
  const [fate, setFate] = useState<KeysFate>();
  const name = personName(member);
  const { userId } = member;
  const isNew = role !== member.role;
  const keys = useKeysOf({ organizationId, userId, to: role }, isNew);
  const change = useChange(
    useTRPC().members.changeRole.mutationOptions({
      onSuccess: (outlived) => {
        toast.success(t('roleDialog.done', { name, role: t(`roles.${role}.name`) }));
        onClose();
        if (hasOutlived(outlived)) onOutlived(outlived);
      },
      onError: () => void keys.refetch(),
    }),
  );

  return (
    <Dialog onClose={onClose} title={t('roleDialog.title', { name })} description={t('roleDialog.description')}>
      <DialogForm
        change={change}
        submitLabel={t('roleDialog.submit')}
        isIncomplete={!isNew || !isChosen(keys, fate)}
        onSubmit={() => change.mutate({ organizationId, userId, role, ...(fate && { keys: fate }) })}
        onClose={onClose}
      >
        <RoleChoice label={t('roleDialog.role')} roles={roles} value={role} onChange={setRole} />
        {isNew && <KeysChoice keys={keys} value={fate} onChange={setFate} />}
      </DialogForm>
    </Dialog>
  );
}
