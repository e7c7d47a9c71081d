'use client';

import type { Permission } from '@tillgate/domain';
import type { ReactNode } from 'react';
import { usePermission } from './use-permission.ts';

type Props = {
  permission: Permission;
  children: ReactNode;
  /** Shown to people without the permission. Nothing by default. */
  otherwise?: ReactNode;
};

/** Shows its children to people with the permission. */
export function Permitted({ permission, children, otherwise = null }: Props) {
  return usePermission(permission) ? children : otherwise;
}
