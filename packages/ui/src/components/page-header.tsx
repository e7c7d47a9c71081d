import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

/** Props of {@link PageHeader}. */
interface PageHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  /** Buttons of the page; at most one primary. */
  actions?: ReactNode;
  /** Status beside the title. */
  badge?: ReactNode;
  /** Breadcrumbs above the title. */
  breadcrumbs?: ReactNode;
  className?: string;
}

/** The one h1 of a page, what the page is for, and what can be done on it. */
export function PageHeader({ title, description, actions, badge, breadcrumbs, className }: PageHeaderProps) {
  return (
    <header className={cn('flex flex-col gap-2', className)}>
      {breadcrumbs}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 max-w-prose">
          <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="min-w-0 break-words font-semibold text-xl tracking-tight">{title}</h1>
            {badge}
          </div>
          {description && <p className="mt-0.5 text-pretty text-muted-foreground text-sm">{description}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
    </header>
  );
}
