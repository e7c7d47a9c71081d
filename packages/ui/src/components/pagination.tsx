'use client';

import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useUiLabels } from '../lib/ui-provider.tsx';
import { Button } from './button.tsx';

/** Props of {@link Pagination}. A direction without a function is shown disabled. */
interface PaginationProps {
  onNewer?: () => void;
  onOlder?: () => void;
  newerLabel?: string;
  olderLabel?: string;
  /** What is shown here, at the left: "50 payments". */
  summary?: ReactNode;
  isLoading?: boolean;
  /** Names the landmark. */
  label?: string;
}

/** Steps through a list by keyset: newer and older, no page numbers and no totals. */
export function Pagination(props: PaginationProps) {
  const words = useUiLabels();
  return (
    <nav aria-label={props.label ?? words.pagination} className="flex min-h-8 items-center justify-between gap-4">
      <p className="min-w-0 truncate text-muted-foreground text-sm">{props.summary}</p>
      <div className="flex shrink-0 gap-2">
        <Button disabled={props.isLoading || !props.onNewer} onClick={props.onNewer}>
          <ChevronLeft aria-hidden="true" />
          {props.newerLabel ?? words.newer}
        </Button>
        <Button disabled={props.isLoading || !props.onOlder} onClick={props.onOlder}>
          {props.olderLabel ?? words.older}
          <ChevronRight aria-hidden="true" />
        </Button>
      </div>
    </nav>
  );
}
