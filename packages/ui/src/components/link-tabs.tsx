'use client';

import type { ReactNode } from 'react';
import { UiLink } from '../lib/ui-provider.tsx';
import { tabClasses } from './tab-classes.ts';

/** Props of {@link LinkTabs}. */
interface LinkTabsProps {
  items: readonly { href: string; label: ReactNode; isCurrent: boolean }[];
  /** Names the landmark. */
  label: string;
}

/** Tabs that are places: each has a URL, so that it can be shared and gone back to. */
export function LinkTabs({ items, label }: LinkTabsProps) {
  return (
    <nav aria-label={label} className="flex gap-4 overflow-x-auto overflow-y-hidden border-b [scrollbar-width:none]">
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
