import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

/** Props of {@link EmptyState}. */
interface EmptyStateProps {
  icon?: ReactNode;
  title: ReactNode;
  /** One sentence that teaches what would be here. */
  description?: ReactNode;
  /** One button, link or CodeBlock that brings the first entry. */
  action?: ReactNode;
  className?: string;
}

/** What a list says before it has entries: what it is for and the one next step. */
export function EmptyState({ icon, title, description, action, className }: EmptyStateProps) {
  return (
    <div className={cn('flex flex-col items-center justify-center gap-1 px-4 text-center base:py-12', className)}>
      {icon && (
        <span
          aria-hidden="true"
          className="mb-2 grid size-10 place-items-center rounded-lg border bg-muted text-muted-foreground [&_svg]:size-5"
        >
          {icon}
        </span>
      )}
      <p className="font-medium text-base">{title}</p>
      {description && <p className="max-w-md text-balance text-muted-foreground text-sm">{description}</p>}
      {action && <div className="mt-3 flex max-w-full flex-wrap items-center justify-center gap-2">{action}</div>}
    </div>
  );
}
