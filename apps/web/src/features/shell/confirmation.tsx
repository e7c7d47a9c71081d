'use client';

import { ConfirmDialog, type ConfirmDialogProps } from '@tillgate/ui';
import { useMessageOf } from './use-message-of.ts';

export type ConfirmationProps = Omit<ConfirmDialogProps, 'open' | 'onOpenChange' | 'errorText'> & {
  /** Without a `trigger`: it is open while it is mounted. */
  onClose?: () => void;
};

/** Asks once more. It shows the server's message when the action fails. */
export function Confirmation({ onClose, ...props }: ConfirmationProps) {
  const opening = onClose && { open: true, onOpenChange: (isOpen: boolean) => !isOpen && onClose() };
  return <ConfirmDialog {...props} {...opening} errorText={useMessageOf()} />;
}
