'use client';

import { Tabs as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '../lib/cn.ts';

/** Views of one subject on one page; `value` and `onValueChange`, or `defaultValue`. For tabs with a URL use LinkTabs. */
export const Tabs = Radix.Root;

/** The line of tabs; scrolls sideways when it does not fit. */
export function TabsList({ className, ...rest }: ComponentProps<typeof Radix.List>) {
  return (
    <Radix.List
      className={cn('flex gap-4 overflow-x-auto overflow-y-hidden border-b [scrollbar-width:none]', className)}
      {...rest}
    />
  );
}

/** How a tab looks, shared with LinkTabs. */
export const tabClasses =
  'relative inline-flex h-9 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-t-sm px-0.5 font-medium text-muted-foreground text-sm transition-colors after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-full hover:text-foreground focus-visible:-outline-offset-2 data-[state=active]:text-foreground data-[state=active]:after:bg-primary aria-[current=page]:text-foreground aria-[current=page]:after:bg-primary';

/** One tab. */
export function TabsTrigger({ className, ...rest }: ComponentProps<typeof Radix.Trigger>) {
  return <Radix.Trigger className={cn(tabClasses, className)} {...rest} />;
}

/** What a tab shows. */
export function TabsContent({ className, ...rest }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content className={cn('pt-4', className)} {...rest} />;
}
