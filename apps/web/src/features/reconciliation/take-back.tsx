'use client';

import { Button } from '@tillgate/ui';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Confirmation } from '@/features/shell/confirmation';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import type { StatementRow } from './types.ts';

/** Removes an import after a confirmation. */
export function TakeBack({ row: { statementId, fileName, newLineCount } }: { row: StatementRow }) {
  const t = useTranslations('reconciliation.statements');
  const tenant = useTenant();
  const [isAsked, setIsAsked] = useState(false);
  const takeBack = useChange(useTRPC().reconciliation.takeBack.mutationOptions());
  return (
    <>
      <Button
        size="sm"
        aria-label={t('takeBackOf', { file: fileName })}
        title={t('takeBack')}
        icon={<Undo2 aria-hidden="true" />}
        onClick={() => setIsAsked(true)}
      />
      {isAsked && (
        <Confirmation
          title={t('takeBackTitle')}
          summary={t('takeBackSummary', { file: fileName, lines: newLineCount })}
          confirmLabel={t('takeBack')}
          onConfirm={() => takeBack.mutateAsync({ ...tenant, statementId })}
          onClose={() => setIsAsked(false)}
        />
      )}
    </>
  );
}
