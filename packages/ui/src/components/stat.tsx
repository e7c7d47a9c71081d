import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { type Tone, toneText } from '../lib/tone.ts';
import { Skeleton } from './skeleton.tsx';

/** Props of {@link Stat}. */
export interface StatProps {
  label: ReactNode;
  value: ReactNode;
  /** Compared with when: "+12% on last Tuesday". The words say the direction, the tone whether it is good. */
  delta?: { text: ReactNode; tone?: Tone };
  /** Below the figure, when there is no comparison. */
  hint?: ReactNode;
  /** An icon at the right. */
  aside?: ReactNode;
  isLoading?: boolean;
  className?: string;
}

/** One figure of a report. */
export function Stat({ label, value, delta, hint, aside, isLoading, className }: StatProps) {
  return (
    <div
      data-slot="card"
      className={cn('flex min-w-0 items-start justify-between gap-3 rounded-lg border bg-card px-4 py-3', className)}
    >
      <dl className="@container min-w-0 flex-1">
        <dt className="text-muted-foreground text-xs">{label}</dt>
        <dd className="mt-1 flex min-h-7 items-center font-semibold text-base tracking-tight @min-[8rem]:text-lg @min-[10rem]:text-xl">
          {isLoading ? <Skeleton className="h-5 w-24" /> : <span className="min-w-0 wrap-anywhere">{value}</span>}
        </dd>
        <dd className="mt-0.5 flex min-h-4 flex-wrap items-center gap-x-1.5 text-muted-foreground text-xs">
          {isLoading ? (
            <Skeleton className="h-3 w-16" />
          ) : (
            <>
              {delta && <span className={cn('font-medium', toneText[delta.tone ?? 'neutral'])}>{delta.text}</span>}
              {hint && <span className="min-w-0">{hint}</span>}
            </>
          )}
        </dd>
      </dl>
      {aside && <div className="shrink-0 self-end">{aside}</div>}
    </div>
  );
}
