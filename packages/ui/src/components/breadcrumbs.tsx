'use client';

import { ChevronRight } from 'lucide-react';
import { UiLink, useUiLabels } from '../lib/ui-provider.tsx';

/** Props of {@link Breadcrumbs}. */
interface BreadcrumbsProps {
  /** From the root on; the last one is this page and needs no href. */
  items: readonly { label: string; href?: string }[];
}

/** The way back up from a detail page. */
export function Breadcrumbs({ items }: BreadcrumbsProps) {
  const words = useUiLabels();
  return (
    <nav aria-label={words.breadcrumbs} className="text-muted-foreground text-xs">
      <ol className="flex min-w-0 flex-wrap items-center gap-1">
        {items.map((item, index) => (
          <li key={item.href ?? item.label} className="flex min-w-0 items-center gap-1">
            {index > 0 && <ChevronRight aria-hidden="true" className="size-3 shrink-0" />}
            {item.href ? (
              <UiLink
                href={item.href}
                className="touch-area min-w-0 rounded-sm underline-offset-4 hover:text-foreground hover:underline"
              >
                <span className="block truncate">{item.label}</span>
              </UiLink>
            ) : (
              <span aria-current="page" className="truncate">
                {item.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
