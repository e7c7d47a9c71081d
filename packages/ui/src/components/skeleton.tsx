import type { ComponentProps } from 'react';
import { cn } from '../lib/cn.ts';

/** The grey place of something that is loading. Give it the size of what will come; screen readers do not hear it. */
export function Skeleton({ className, ...rest }: ComponentProps<'span'>) {
  return (
    <span
      aria-hidden="true"
      data-slot="skeleton"
      className={cn('block h-4 animate-skeleton rounded-sm bg-border', className)}
      {...rest}
    />
  );
}
