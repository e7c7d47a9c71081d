'use client';

import { Dialog as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { OverlayContent } from './overlay-content.tsx';

/** The state of a dialog: `open` and `onOpenChange`, or a DialogTrigger inside. */
export const Dialog = Radix.Root;
/** Opens the dialog; with `asChild` around a Button. Focus comes back to it. */
export const DialogTrigger = Radix.Trigger;
/** Closes the dialog; with `asChild` around a Button. */

/** Props of {@link DialogContent}. */
interface DialogContentProps extends Omit<ComponentProps<typeof Radix.Content>, 'title'> {
  title: ReactNode;
  description?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  closeLabel?: string;
  /** Buttons at the bottom, the primary one last. A form puts DialogFooter inside itself instead. */
  footer?: ReactNode;
}

const widths = { sm: 'sm:max-w-sm', md: 'sm:max-w-md', lg: 'sm:max-w-xl', xl: 'sm:max-w-3xl' };

/** A task that holds the page: title, content, buttons. On phones it stands at the bottom, near the thumb. */
export function DialogContent({
  title,
  description,
  size = 'md',
  closeLabel,
  footer,
  className,
  children,
  ...rest
}: DialogContentProps) {
  return (
    <OverlayContent
      isDescribed={Boolean(description)}
      closeLabel={closeLabel}
      closeClassName="top-3 pointer-coarse:top-1"
      className={cn(
        'fixed z-50 flex max-h-[calc(100dvh-2rem)] flex-col rounded-xl border bg-popover text-popover-foreground shadow-overlay outline-none data-[state=closed]:animate-rise-out data-[state=open]:animate-rise-in',
        'inset-x-2 bottom-2 sm:inset-x-auto sm:bottom-auto sm:top-1/2 sm:left-1/2 sm:w-[calc(100%-2rem)] sm:-translate-x-1/2 sm:-translate-y-1/2',
        widths[size],
        className,
      )}
      {...rest}
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
