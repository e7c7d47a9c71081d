'use client';

import { Dialog, Secret } from '@tillgate/ui';
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
    <Dialog onClose={onDone} title={t('codesTitle')} isHeld>
      <RecoveryCodes codes={codes} onDone={onDone} />
    </Dialog>
  );
}
