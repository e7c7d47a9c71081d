'use client';

import type { ReactNode } from 'react';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { type Drill, drillPath } from './drill.ts';

type Props = {
  /** Undefined where no rows are behind the figure. */
  drill: Drill | undefined;
  /** The figure and its context, for screen readers. */
  label: string;
  children: ReactNode;
};

/** A figure, with a link to the rows behind it for people who may read them. */
export function DrillLink({ drill, label, children }: Props): ReactNode {
  const tenant = useTenant();
  const mayRead = { payments: usePermission('payments.read'), payouts: usePermission('payouts.read') };
  if (!drill || !mayRead[drill.list]) return children;
  return (
    <Link
      href={tenantPath(tenant, drillPath(drill))}
      aria-label={label}
      className="rounded-sm underline decoration-border underline-offset-4 hover:text-link hover:decoration-current"
    >
      {children}
    </Link>
  );
}
