'use client';

import { ConfirmDialog, type ConfirmDialogProps } from '@tillgate/ui';
import { useMessageOf } from './use-message-of.ts';

export type ConfirmationProps = Omit<ConfirmDialogProps, 'open' | 'onOpenChange' | 'trigger' | 'errorText'> & {
  onClose: () => void;
};

/** A confirm dialog that is open while it is mounted. It shows the server's message when the action fails. */
export function Confirmation({ onClose, ...props }: ConfirmationProps) {
  const messageOf = useMessageOf();
  return <ConfirmDialog {...props} open onOpenChange={(isOpen) => !isOpen && onClose()} errorText={messageOf} />;
}
