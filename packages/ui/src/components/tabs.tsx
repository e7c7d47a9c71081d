'use client';

import { Tabs as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '../lib/cn.ts';
import { tabClasses } from './tab-classes.ts';

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

/** One tab. */
export function TabsTrigger({ className, ...rest }: ComponentProps<typeof Radix.Trigger>) {
  return <Radix.Trigger className={cn(tabClasses, className)} {...rest} />;
}

/** What a tab shows. */
export function TabsContent({ className, ...rest }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content className={cn('pt-4', className)} {...rest} />;
}
