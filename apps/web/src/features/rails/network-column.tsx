import type { RailName } from '@tillgate/domain/rails/labels';
import type { DataTableColumn } from '@tillgate/ui';
import { NetworkBadge } from './network-badge.tsx';

/** The column for lists of an application with several networks. */
export function networkColumn<Row extends { rail: RailName }>(header: string): DataTableColumn<Row> {
  return {
    id: 'network',
    header,
    width: '7.5rem',
    hideBelow: 'md',
    phone: 'below',
    cell: ({ rail }) => <NetworkBadge rail={rail} />,
  };
}
