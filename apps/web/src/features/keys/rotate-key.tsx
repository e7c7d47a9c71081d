'use client';

import { Callout, Dialog } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { DialogForm } from '@/features/shell/dialog-form';
import { GraceField, graceDefault } from '@/features/shell/grace-field';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import { Authority } from './keys-table.tsx';
import { type KeyWait, NewKey } from './new-key.tsx';
import type { KeyRow } from './types.ts';

type Rotated = KeyWait & { key: string; endsAt: string; isEnded: boolean };

/** Replaces a key, which still works for a while. */
export function RotateKey({ row, onClose }: { row: KeyRow; onClose: () => void }) {
  const t = useTranslations('keys.rotate');
  const [rotated, setRotated] = useState<Rotated>();
  return (
    <Dialog
      onClose={onClose}
      title={rotated ? t('doneTitle') : t('title', { name: row.name })}
      description={rotated ? undefined : t('description')}
      size="lg"
      isHeld={rotated !== undefined}
    >
      {rotated ? (
        <div className="flex flex-col gap-4">
          <Callout tone="info">
            {rotated.isEnded ? t('endedNow') : t('endsAt')} {!rotated.isEnded && <Time value={rotated.endsAt} />}
          </Callout>
          <NewKey value={rotated.key} waits={rotated} onDone={onClose} />
        </div>
      ) : (
        <Form row={row} onRotated={setRotated} onClose={onClose} />
      )}
    </Dialog>
  );
}

type FormProps = { row: KeyRow; onRotated: (rotated: Rotated) => void; onClose: () => void };

function Form({ row, onRotated, onClose }: FormProps) {
  const t = useTranslations('keys.rotate');
  const tenant = useTenant();
  const [grace, setGrace] = useState(graceDefault);
  const rotate = useChange(
    useTRPC().keys.rotate.mutationOptions({
      onSuccess: (made, { graceSeconds }) => onRotated({ ...made, isEnded: graceSeconds === 0 }),
    }),
    { isSeenOnce: true },
  );

  return (
    <DialogForm
      change={rotate}
      submitLabel={t('submit')}
      tone={grace === '0' ? 'danger' : 'primary'}
      onSubmit={() => rotate.mutate({ ...tenant, keyId: row.keyId, graceSeconds: Number(grace) })}
      onClose={onClose}
    >
      <div className="text-sm">
        <p className="text-muted-foreground">{t('keeps')}</p>
        <Authority row={row} />
      </div>
      <GraceField of="keys.rotate" value={grace} onChange={setGrace} />
    </DialogForm>
  );
}
