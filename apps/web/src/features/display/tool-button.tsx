'use client';

import { cn } from '@tillgate/ui';
import type { ComponentProps } from 'react';

/** A button for the cashier beside what customers look at: quiet, and 48 px high. */
export function ToolButton({ className, ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      className={cn(
        'inline-flex min-h-12 items-center justify-center gap-2 rounded-xl border border-input bg-card px-3 font-medium text-base text-foreground hover:bg-accent max-sm:gap-1.5 max-sm:px-2.5 [&_svg]:size-5 [&_svg]:shrink-0',
        className,
      )}
    />
  );
}
