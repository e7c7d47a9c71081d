'use client';

import type { Role } from '@tillgate/db';
import type { Permission } from '@tillgate/domain';
import { createContext, type ReactNode, useContext } from 'react';
import type { ProviderFacts } from './types.ts';

/** What the pages below the frame may know of it. */
type FrameFacts = {
  role: Role;
  organizationId: string;
  permissions: readonly Permission[];
  /** The number of orders that wait for a decision. */
  waitingOrders: number;
  /** The number of open reviews, counted up to a limit. */
  openReviews: { value: number; more: boolean };
  /** Since when, and why, the operator refuses changes by the organization. */
  suspension: { since: string; reason: string | null } | null;
  /** Whether each network of the tenant answers; empty until the server said so. */
  providers: readonly ProviderFacts[];
  /** The icons of the rail's pages, by name. */
  icons: Record<string, ReactNode>;
};

export const FrameContext = createContext<FrameFacts | undefined>(undefined);

/** The frame around this page. @throws outside of tenant pages */
export function useFrame(): FrameFacts {
  const frame = useContext(FrameContext);
  if (!frame) throw new Error('useFrame is for components of tenant pages.');
  return frame;
}
