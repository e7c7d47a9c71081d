import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { type Tone, toneFill } from '../lib/tone.ts';

/** Props of {@link StatusDot}. */
interface StatusDotProps {
  tone?: Tone;
  /** The text beside the dot. */
  children: ReactNode;
  /** Keeps the text for screen readers only. */
  hideText?: boolean;
  className?: string;
}

/** A dot and a word: health of an endpoint, environment, connection. */
export function StatusDot({ tone = 'neutral', children, hideText, className }: StatusDotProps) {
  return (
    <span className={cn('inline-flex min-w-0 items-center gap-2', className)}>
      <span aria-hidden="true" className={cn('size-2 shrink-0 rounded-full', toneFill[tone])} />
      <span className={cn(hideText ? 'sr-only' : 'truncate')}>{children}</span>
    </span>
  );
}
