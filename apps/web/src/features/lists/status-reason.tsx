import type { ReactNode } from 'react';

/** A status with its reason beside it, or below it where space is short. Neither is cut off. */
export function StatusReason({ children, reason }: { children: ReactNode; reason: string | undefined }) {
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-2 gap-y-0.5 whitespace-normal sm:py-1">
      {children}
      {reason && <span className="text-muted-foreground text-xs">{reason}</span>}
    </span>
  );
}
