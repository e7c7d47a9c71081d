'use client';

import { RadioGroup } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import type { RoleName } from './types.ts';

type Props = {
  label: string;
  roles: readonly RoleName[];
  value: RoleName;
  onChange: (role: RoleName) => void;
  error?: string | undefined;
};

/** The choice of a role, with the permissions of each. */
export function RoleChoice({ label, roles, value, onChange, error }: Props) {
  const t = useTranslations('members.roles');
  return (
    <RadioGroup
      boxed
      label={label}
      value={value}
      error={error}
      onValueChange={(role) => onChange(role as RoleName)}
      options={roles.map((role) => ({ value: role, label: t(`${role}.name`), description: t(`${role}.text`) }))}
    />
  );
}
