'use client';

import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@tillgate/ui';
import { LogOut, UserRound } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import type { LazyMenuProps } from './lazy-menu.tsx';
import { leave } from './leave.ts';
import { Link } from './link.tsx';

type Props = LazyMenuProps & { email: string };

/** The person's own pages, and the way out. */
export function AccountMenu({ trigger, email }: Props) {
  const t = useTranslations('shell.account');
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="start" className="w-56">
        <DropdownMenuLabel className="truncate">{email}</DropdownMenuLabel>
        <DropdownMenuItem asChild>
          <Link href="/account">
            <UserRound aria-hidden="true" />
            {t('open')}
          </Link>
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem icon={<LogOut aria-hidden="true" />} onSelect={() => void leave()}>
          {t('signOut')}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
