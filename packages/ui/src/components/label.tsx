import type { ComponentProps } from 'react';
import { cn } from '../lib/cn.ts';

/** Names a control. Inside forms prefer Field, which wires it up. */
export function Label({ className, htmlFor, children, ...rest }: ComponentProps<'label'>) {
  return (
    <label htmlFor={htmlFor} className={cn('font-medium text-foreground text-sm', className)} {...rest}>
      {children}
    </label>
  );
}
