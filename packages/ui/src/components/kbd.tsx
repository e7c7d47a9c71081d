import type { ComponentProps } from 'react';
import { cn } from '../lib/cn.ts';

/** A key to press. */
export function Kbd({ className, ...rest }: ComponentProps<'kbd'>) {
  return (
    <kbd
      className={cn(
        'inline-flex h-5 min-w-5 items-center justify-center rounded-sm border bg-muted px-1 font-sans text-[11px] text-muted-foreground',
        className,
      )}
      {...rest}
    />
  );
}
