'use client';

import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { OverlayContent } from './overlay-content.tsx';

/** Props of {@link Sheet}. */
interface SheetProps {
  /** Open while it is mounted unless said otherwise. */
  open?: boolean;
  /** Called when the person closes it. */
  onClose: () => void;
  title: ReactNode;
  side?: 'left' | 'right';
  /** Keeps the title for screen readers only (the navigation of a phone). */
  hideTitle?: boolean;
  className?: string;
  children: ReactNode;
}

const sides = {
  right: 'right-0 border-l data-[state=closed]:animate-sheet-out data-[state=open]:animate-sheet-in',
  left: 'left-0 border-r data-[state=closed]:animate-sheet-out-left data-[state=open]:animate-sheet-in-left',
};

/** A panel from the side, over the page: details beside a list, filters and navigation on phones. */
export function Sheet({ open = true, onClose, title, side = 'right', hideTitle, className, children }: SheetProps) {
  return (
    <Radix.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <OverlayContent
        isDescribed={false}
        closeClassName="top-2.5 pointer-coarse:top-0.5"
        className={cn(
          'fixed inset-y-0 z-50 flex w-full max-w-[min(28rem,calc(100vw-3rem))] flex-col bg-popover text-popover-foreground shadow-overlay outline-none',
          sides[side],
          className,
        )}
      >
        <div className="flex min-h-12 items-center border-b py-2 pr-12 pl-4">
          <Radix.Title className={cn('min-w-0 font-semibold text-base', hideTitle && 'sr-only')}>{title}</Radix.Title>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto p-4">{children}</div>
      </OverlayContent>
    </Radix.Root>
  );
}
