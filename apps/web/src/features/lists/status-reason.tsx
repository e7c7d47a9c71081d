import type { ReactNode } from 'react';

/** A status, and why it came to that: beside it, or below where there is less room. Nothing of it is cut. */
export function StatusReason({ children, reason }: { children: ReactNode; reason: string | undefined }) {
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-2 gap-y-0.5 whitespace-normal sm:py-1">
      {children}
      {reason && <span className="text-muted-foreground text-xs">{reason}</span>}
    </span>
  );
}
