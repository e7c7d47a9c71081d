'use client';

import { Dialog as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { OverlayContent } from './overlay-content.tsx';

/** The state of a sheet. */
export const Sheet = Radix.Root;
/** Opens it; with `asChild` around a Button. */
/** Closes it; with `asChild` around a Button. */

/** Props of {@link SheetContent}. */
interface SheetContentProps extends Omit<ComponentProps<typeof Radix.Content>, 'title'> {
  title: ReactNode;
  description?: ReactNode;
  side?: 'left' | 'right';
  closeLabel?: string;
  /** Buttons that stay at the bottom. */
  footer?: ReactNode;
  /** Keeps the title for screen readers only (the navigation of a phone). */
  hideTitle?: boolean;
}

const sides = {
  right: 'right-0 border-l data-[state=closed]:animate-sheet-out data-[state=open]:animate-sheet-in',
  left: 'left-0 border-r data-[state=closed]:animate-sheet-out-left data-[state=open]:animate-sheet-in-left',
};

/** A panel from the side, over the page: details beside a list, filters and navigation on phones. */
export function SheetContent({
  title,
  description,
  side = 'right',
  closeLabel,
  footer,
  hideTitle,
  className,
  children,
  ...rest
}: SheetContentProps) {
  return (
    <OverlayContent
      isDescribed={Boolean(description)}
      closeLabel={closeLabel}
      closeClassName="top-2.5 pointer-coarse:top-0.5"
      className={cn(
        'fixed inset-y-0 z-50 flex w-full max-w-[min(28rem,calc(100vw-3rem))] flex-col bg-popover text-popover-foreground shadow-overlay outline-none',
        sides[side],
        className,
      )}
      {...rest}
    >
      <div className="flex min-h-12 items-center border-b py-2 pr-12 pl-4">
        <div className="min-w-0">
          <Radix.Title className={cn('font-semibold text-base', hideTitle && 'sr-only')}>{title}</Radix.Title>
          {description && (
            <Radix.Description className="text-muted-foreground text-xs">{description}</Radix.Description>
          )}
        </div>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-4">{children}</div>
      {footer && <div className="flex flex-wrap justify-end gap-2 border-t px-4 py-3">{footer}</div>}
    </OverlayContent>
  );
}
