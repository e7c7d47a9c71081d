'use client';

import { AlertDialog as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { useFocusReturn } from '../lib/use-focus-return.ts';
import { overlayClasses } from './overlay-classes.ts';

/** The state of an alert; most confirmations are better a ConfirmDialog. */
export const AlertDialog = Radix.Root;
/** Opens it; with `asChild` around a Button. */
export const AlertDialogTrigger = Radix.Trigger;
/** The way out; with `asChild` around a Button. It has the focus when the alert opens. */
export const AlertDialogCancel = Radix.Cancel;
/** Does it and closes; with `asChild` around a Button. */

/** Props of {@link AlertDialogContent}. */
interface AlertDialogContentProps extends Omit<ComponentProps<typeof Radix.Content>, 'title'> {
  title: ReactNode;
  description: ReactNode;
}

/** A question that must be answered before anything else: a click outside does not close it. */
export function AlertDialogContent({ title, description, className, children, ...rest }: AlertDialogContentProps) {
  const focusReturn = useFocusReturn(rest);
  return (
    <Radix.Portal>
      <Radix.Overlay className={overlayClasses} />
      <Radix.Content
        className={cn(
          'fixed z-50 max-h-[calc(100dvh-2rem)] overflow-y-auto rounded-xl border bg-popover p-5 text-popover-foreground shadow-overlay outline-none data-[state=closed]:animate-rise-out data-[state=open]:animate-rise-in',
          'inset-x-2 bottom-2 sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[calc(100%-2rem)] sm:max-w-md sm:-translate-x-1/2 sm:-translate-y-1/2',
          className,
        )}
        {...rest}
        {...focusReturn}
      >
        <Radix.Title className="font-semibold text-lg tracking-tight">{title}</Radix.Title>
        <Radix.Description className="mt-1 text-foreground text-sm">{description}</Radix.Description>
        {children}
      </Radix.Content>
    </Radix.Portal>
  );
}

/** The buttons of an alert. */
export function AlertDialogFooter({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div className={cn('base:mt-5 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end', className)} {...rest} />
  );
}
