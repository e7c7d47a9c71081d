'use client';

import { useMutation } from '@tanstack/react-query';
import { CopyButton, Dialog, Field, Input, QrCode } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { DialogForm } from '@/features/shell/dialog-form';
import { useTRPC } from '@/trpc/client';
import { fieldIssues } from '@/trpc/errors';
import { RecoveryCodes } from './recovery-codes.tsx';
import type { NewFactor } from './types.ts';

type Props = { factor: NewFactor; onClose: () => void };

/** Scan, confirm by a code, keep the recovery codes. */
export function SetUpFactor({ factor, onClose }: Props) {
  const t = useTranslations('account.factor');
  const [codes, setCodes] = useState<string[]>();
  return (
    <Dialog
      onClose={onClose}
      title={codes ? t('codesTitle') : t('scanTitle')}
      description={codes ? undefined : t('scan')}
      isHeld
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <ConfirmForm factor={factor} onCodes={setCodes} onClose={onClose} />
      )}
    </Dialog>
  );
}

type FormProps = Props & { onCodes: (codes: string[]) => void };

function ConfirmForm({ factor, onCodes, onClose }: FormProps) {
  const t = useTranslations('account.factor');
  const confirm = useMutation(
    useTRPC().account.confirmSecondFactor.mutationOptions({ onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes) }),
  );

  return (
    <DialogForm
      change={confirm}
      fields={['code']}
      submitLabel={t('confirm')}
      onSubmit={(given) => confirm.mutate({ code: String(given.get('code')) })}
      onClose={onClose}
    >
      <div className="flex justify-center">
        <QrCode value={factor.uri} label={t('qr')} size={168} />
      </div>
      <div className="flex flex-col gap-1.5">
        <p className="font-medium text-sm">{t('key')}</p>
        <div className="flex items-center gap-2 rounded-md border bg-muted px-3 py-1.5">
          <code data-testid="totp-key" className="min-w-0 flex-1 break-words font-mono text-sm">
            {factor.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
          </code>
          <CopyButton value={factor.secret} label={t('copyKey')} size="icon-sm" />
        </div>
      </div>
      <Field label={t('code')} error={fieldIssues(confirm.error).code}>
        <Input name="code" mono inputMode="numeric" autoComplete="one-time-code" maxLength={7} required autoFocus />
      </Field>
    </DialogForm>
  );
}
