import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { type Tone, toneFill } from '../lib/tone.ts';

/** Props of {@link StatusDot}. */
interface StatusDotProps {
  tone?: Tone;
  /** The text beside the dot. */
  children: ReactNode;
}

/** A dot and a word: health of an endpoint, environment, connection. */
export function StatusDot({ tone = 'neutral', children }: StatusDotProps) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      <span aria-hidden="true" className={cn('size-2 shrink-0 rounded-full', toneFill[tone])} />
      <span className="truncate">{children}</span>
    </span>
  );
}
