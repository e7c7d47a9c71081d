'use client';

import { Dialog as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { OverlayContent } from './overlay-content.tsx';

/** Props of {@link Dialog}. */
interface DialogProps {
  /** Called when the person closes it: by its button, by Escape or outside of it. */
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** What it shows is shown only once: Escape and a click outside do not close it. */
  isHeld?: boolean;
  /** Buttons at the bottom, the primary one last. A form puts DialogFooter inside itself instead. */
  footer?: ReactNode;
  children: ReactNode;
}

const widths = { sm: 'sm:max-w-sm', md: 'sm:max-w-md', lg: 'sm:max-w-xl', xl: 'sm:max-w-3xl' };

/**
 * A task that holds the page: title, content, buttons. It is open while it is mounted, and gives the focus back to what
 * opened it. On phones it stands at the bottom, near the thumb.
 */
export function Dialog({ onClose, title, description, size = 'md', isHeld, footer, children }: DialogProps) {
  const hold = (event: Event) => {
    if (isHeld) event.preventDefault();
  };
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <OverlayContent
        isDescribed={Boolean(description)}
        closeClassName="top-3 pointer-coarse:top-1"
        onInteractOutside={hold}
        onEscapeKeyDown={hold}
        className={cn(
          'fixed z-50 flex max-h-[calc(100dvh-2rem)] flex-col rounded-xl border bg-popover text-popover-foreground shadow-overlay outline-none data-[state=closed]:animate-rise-out data-[state=open]:animate-rise-in',
          'inset-x-2 bottom-2 sm:inset-x-auto sm:bottom-auto sm:top-1/2 sm:left-1/2 sm:w-[calc(100%-2rem)] sm:-translate-x-1/2 sm:-translate-y-1/2',
          widths[size],
        )}
      >
        <div className="min-w-0 px-5 pt-4 pr-14 pb-3">
          <Radix.Title className="font-semibold text-lg tracking-tight">{title}</Radix.Title>
          {description && (
            <Radix.Description className="mt-1 text-muted-foreground text-sm">{description}</Radix.Description>
          )}
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5">{children}</div>
        {/* Outside of what scrolls: it stands below the content and never lies over it. */}
        {footer && <DialogFooter className="static mx-0 mt-0 mb-0">{footer}</DialogFooter>}
      </OverlayContent>
    </Radix.Root>
  );
}

/** The row of buttons at the bottom of a dialog, also inside a form in it. */
export function DialogFooter({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      className={cn(
        'base:sticky base:-bottom-5 base:-mx-5 base:mt-5 base:-mb-5 flex flex-col-reverse gap-2 rounded-b-xl border-t bg-popover px-5 py-3 sm:flex-row sm:justify-end',
        className,
      )}
      {...rest}
    />
  );
}
