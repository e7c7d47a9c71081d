'use client';

import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { UiLink } from '../lib/ui-provider.tsx';
import { tabClasses } from './tab-classes.ts';

/** Props of {@link LinkTabs}. */
interface LinkTabsProps {
  items: readonly { href: string; label: ReactNode; isCurrent: boolean }[];
  /** Names the landmark. */
  label: string;
  className?: string;
}

/** Tabs that are places: each has a URL, so that it can be shared and gone back to. */
export function LinkTabs({ items, label, className }: LinkTabsProps) {
  return (
    <nav
      aria-label={label}
      className={cn('flex gap-4 overflow-x-auto overflow-y-hidden border-b [scrollbar-width:none]', className)}
    >
      {items.map((item) => (
        <UiLink
          key={item.href}
          href={item.href}
          aria-current={item.isCurrent ? 'page' : undefined}
          className={tabClasses}
        >
          {item.label}
        </UiLink>
      ))}
    </nav>
  );
}
