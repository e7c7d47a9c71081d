'use client';

import type { ComponentProps, CSSProperties, ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { controlBox } from './control-classes.ts';
import { useFieldControl } from './field-context.ts';

/** Props of {@link Input}: all of the native input, so that a form library can register it. */
interface InputProps extends Omit<ComponentProps<'input'>, 'prefix'> {
  /** Short text or icon before the value (`KES`, a magnifier); hidden from screen readers. */
  prefix?: ReactNode;
  /** Monospace: keys, ids, receipts. */
  mono?: boolean;
}

/** One line of text. Inside a Field it takes its id and its error from there. */
export function Input({ prefix, mono, className, type = 'text', ...rest }: InputProps) {
  const control = useFieldControl();
  const input = (
    <input
      type={type}
      {...control}
      {...rest}
      className={cn(
        controlBox,
        'px-2.5 base:h-8 base:pointer-coarse:h-11',
        mono && 'font-mono',
        prefix && 'pl-[var(--prefix,2rem)]',
        className,
      )}
    />
  );
  if (!prefix) return input;
  const isText = typeof prefix === 'string';
  return (
    <div
      className="relative"
      style={isText ? ({ '--prefix': `calc(${prefix.length}ch + 1.5rem)` } as CSSProperties) : undefined}
    >
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center text-muted-foreground text-sm [&_svg]:size-4"
      >
        {prefix}
      </span>
      {input}
    </div>
  );
}
