import { type RailName, railLabel } from '@tillgate/domain/rails/labels';
import type { ReactNode } from 'react';
import { useNetworks } from '@/features/rails/use-networks';

type Props = {
  /** As the network reported it; null without one. */
  name: string | null;
  /** The network of the wallet, which stands beside the number where the application has several. */
  rail?: RailName;
  /** The number, or what stands in its place. */
  children: ReactNode;
};

/** Who paid or was paid: the name first, the number below it. */
export function Person({ name, rail, children }: Props) {
  const hasNetworks = useNetworks().length > 0;
  const number = (
    <span>
      {children}
      {rail && hasNetworks && <span className="text-muted-foreground text-xs"> · {railLabel(rail)}</span>}
    </span>
  );
  if (name === null) return number;
  return (
    <span className="flex min-w-0 max-w-64 flex-col leading-tight max-sm:flex-row max-sm:flex-wrap max-sm:items-baseline max-sm:gap-x-2 sm:py-1.5">
      <span className="max-w-full truncate">{name}</span>
      <span className="truncate text-muted-foreground tabular-nums sm:text-xs">{number}</span>
    </span>
  );
}
