'use client';

import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { UiLink, useUiLabels } from '../lib/ui-provider.tsx';
import { Button } from './button.tsx';
import { buttonVariants } from './button-variants.ts';

/** Props of {@link Pagination}. A direction with neither href nor function is shown disabled. */
interface PaginationProps {
  newerHref?: string;
  olderHref?: string;
  onNewer?: () => void;
  onOlder?: () => void;
  newerLabel?: string;
  olderLabel?: string;
  /** What is shown here, at the left: "50 payments". */
  summary?: ReactNode;
  isLoading?: boolean;
  /** Names the landmark. */
  label?: string;
  className?: string;
}

interface StepProps {
  href?: string;
  onStep?: () => void;
  disabled?: boolean;
  children: ReactNode;
}

function Step({ href, onStep, disabled, children }: StepProps) {
  if (href && !disabled) {
    return (
      <UiLink href={href} className={buttonVariants()}>
        {children}
      </UiLink>
    );
  }
  return (
    <Button disabled={disabled || !onStep} onClick={onStep}>
      {children}
    </Button>
  );
}

/** Steps through a list by keyset: newer and older, no page numbers and no totals. */
export function Pagination(props: PaginationProps) {
  const words = useUiLabels();
  return (
    <nav
      aria-label={props.label ?? words.pagination}
      className={cn('flex min-h-8 items-center justify-between gap-4', props.className)}
    >
      <p className="min-w-0 truncate text-muted-foreground text-sm">{props.summary}</p>
      <div className="flex shrink-0 gap-2">
        <Step href={props.newerHref} onStep={props.onNewer} disabled={props.isLoading}>
          <ChevronLeft aria-hidden="true" />
          {props.newerLabel ?? words.newer}
        </Step>
        <Step href={props.olderHref} onStep={props.onOlder} disabled={props.isLoading}>
          {props.olderLabel ?? words.older}
          <ChevronRight aria-hidden="true" />
        </Step>
      </div>
    </nav>
  );
}
