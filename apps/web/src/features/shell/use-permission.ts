'use client';

import type { Permission } from '@tillgate/domain';
import { useFrame } from './frame-context.tsx';

/** Whether the person may: to leave out what the server would refuse. The server decides. */
export function usePermission(permission: Permission): boolean {
  return useFrame().permissions.includes(permission);
}
