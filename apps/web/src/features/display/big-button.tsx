'use client';

import { cn } from '@tillgate/ui';
import type { ComponentProps } from 'react';

const looks = {
  primary: 'border-transparent bg-primary text-primary-foreground hover:bg-primary-hover',
  plain: 'border-input bg-card text-foreground hover:bg-accent',
  onPaid: 'border-primary-foreground bg-transparent text-primary-foreground hover:bg-primary-hover',
};

type Props = ComponentProps<'button'> & { look?: keyof typeof looks };

/** A button for a thumb, in a hurry: at least 56 px high. */
export function BigButton({ look = 'plain', className, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={cn(
        'inline-flex min-h-14 min-w-0 select-none items-center justify-center gap-2 rounded-xl border base:px-6 font-semibold text-xl transition-colors disabled:opacity-50',
        looks[look],
        className,
      )}
    />
  );
}
