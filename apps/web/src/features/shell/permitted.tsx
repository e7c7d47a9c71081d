'use client';

import type { Permission } from '@tillgate/domain/organizations';
import type { ReactNode } from 'react';
import { usePermission } from './use-permission.ts';

type Props = {
  permission: Permission;
  children: ReactNode;
  /** For those who may not; nothing by default. */
  otherwise?: ReactNode;
};

/** Shows its children to those who may. */
export function Permitted({ permission, children, otherwise = null }: Props) {
  return usePermission(permission) ? children : otherwise;
}
