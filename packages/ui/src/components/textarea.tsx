'use client';

import type { ComponentProps } from 'react';
import { cn } from '../lib/cn.ts';
import { controlBox } from './control-classes.ts';
import { useFieldControl } from './field-context.ts';

/** Props of {@link Textarea}. */
interface TextareaProps extends ComponentProps<'textarea'> {
  mono?: boolean;
}

/** Several lines of text: reasons, notes, pasted lists. */
export function Textarea({ mono, className, rows = 3, ...rest }: TextareaProps) {
  const control = useFieldControl();
  return (
    <textarea
      rows={rows}
      {...control}
      {...rest}
      className={cn(controlBox, 'field-sizing-content min-h-16 px-2.5 py-1.5', mono && 'font-mono', className)}
    />
  );
}
