import type { ReactNode } from 'react';

type Props = {
  /** As M-PESA reported it; null without one. */
  name: string | null;
  /** The number, or what stands in its place. */
  children: ReactNode;
};

/** Who paid or was paid: the name first, the number below it. */
export function Person({ name, children }: Props) {
  if (name === null) return children;
  return (
    <span className="flex min-w-0 max-w-64 flex-col leading-tight max-sm:flex-row max-sm:flex-wrap max-sm:items-baseline max-sm:gap-x-2 sm:py-1.5">
      <span className="max-w-full truncate">{name}</span>
      <span className="truncate text-muted-foreground tabular-nums sm:text-xs">{children}</span>
    </span>
  );
}
