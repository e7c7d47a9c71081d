'use client';

import { Dialog, DialogContent, Secret } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';

type Props = { codes: string[]; onDone: () => void };

/** Recovery codes, the only time that they can be seen. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const t = useTranslations('account.factor');
  return (
    <Secret
      value={codes.join('\n')}
      label={t('codesLabel')}
      warning={t('codesWarning')}
      fileName="tillgate-recovery-codes.txt"
      storedLabel={t('codesStored')}
      doneLabel={t('done')}
      onDone={onDone}
      className="[&_code]:columns-2 [&_code]:whitespace-pre-line [&_code]:break-normal [&_code]:leading-6"
    />
  );
}

export function RecoveryCodesDialog({ codes, onDone }: Props) {
  const t = useTranslations('account.factor');
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onDone()}>
      <DialogContent title={t('codesTitle')} {...heldOpen}>
        <RecoveryCodes codes={codes} onDone={onDone} />
      </DialogContent>
    </Dialog>
  );
}

const hold = (event: Event) => event.preventDefault();

/** Keeps the dialog open when the person clicks outside it: the codes are shown only once. */
export const heldOpen = { onInteractOutside: hold, onEscapeKeyDown: hold };
