'use client';

import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger, IconButton } from '@tillgate/ui';
import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = {
  /** What the menu is of, for people who do not see the row. */
  label: string;
  /** In the heading of a page, beside its buttons; otherwise in a row. */
  inHeading?: boolean;
  disabled?: boolean;
  children: ReactNode;
};

/** The less frequent actions, behind three dots. */
export function MoreMenu({ label, inHeading = false, disabled, children }: Props) {
  const look = inHeading ? ({ variant: 'secondary' } as const) : ({ size: 'icon-sm' } as const);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton label={label} icon={<Ellipsis />} disabled={disabled} {...look} />
      </DropdownMenuTrigger>
      <DropdownMenuContent>{children}</DropdownMenuContent>
    </DropdownMenu>
  );
}
