import type { ComponentProps } from 'react';
import { cn } from '../lib/cn.ts';

/** The grey place of something that is loading. Give it the size of what will come; screen readers do not hear it. */
export function Skeleton({ className, ...rest }: ComponentProps<'span'>) {
  return (
    <span
      aria-hidden="true"
      data-slot="skeleton"
      className={cn('block animate-skeleton bg-border base:h-4 base:rounded-sm', className)}
      {...rest}
    />
  );
}
