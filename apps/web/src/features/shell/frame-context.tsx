'use client';

import type { Role } from '@tillgate/db';
import type { Permission } from '@tillgate/domain/organizations';
import { createContext, type ReactNode, useContext, useMemo } from 'react';

/** What the pages below the frame may know of it. */
export type Frame = {
  role: Role;
  organizationId: string;
  permissions: readonly Permission[];
};

const FrameContext = createContext<Frame | undefined>(undefined);

export function FrameProvider({ role, organizationId, permissions, children }: Frame & { children: ReactNode }) {
  const frame = useMemo(() => ({ role, organizationId, permissions }), [role, organizationId, permissions]);
  return <FrameContext value={frame}>{children}</FrameContext>;
}

/** The frame around this page. @throws outside of tenant pages */
export function useFrame(): Frame {
  const frame = useContext(FrameContext);
  if (!frame) throw new Error('useFrame is for components of tenant pages.');
  return frame;
}
