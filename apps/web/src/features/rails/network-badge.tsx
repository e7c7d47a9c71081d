'use client';

import { type RailName, railLabel } from '@tillgate/domain/rails/labels';
import { Badge } from '@tillgate/ui';
import { useNetworks } from './use-networks.ts';

/** The network of a row, where the application has several. */
export function NetworkBadge({ rail, className }: { rail: RailName; className?: string }) {
  if (useNetworks().length === 0) return null;
  return <Badge className={className}>{railLabel(rail)}</Badge>;
}
