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
    <span className="flex min-w-0 flex-col leading-tight">
      <span className="truncate">{name}</span>
      <span className="truncate text-muted-foreground text-xs tabular-nums">{children}</span>
    </span>
  );
}
