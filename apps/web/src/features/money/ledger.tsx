'use client';

import type { SheetLine } from '@tillgate/domain/reading/closing';
import { cn } from '@tillgate/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { formatNumber } from '@/format';
import { centsText } from './cents.ts';

const counted = { collected: 'payments', refunded: 'refunds', paidOut: 'payouts' } as const;

/** Lines of a sheet as in a ledger. */
export function Ledger({ lines }: { lines: SheetLine[] }) {
  const t = useTranslations('closing');
  return (
    <LedgerLines
      lines={lines.map(({ figure, cents, count, isResult }) => ({
        key: figure,
        name: t(`figures.${figure}`),
        isResult,
        amount: (
          <>
            {cents === undefined && formatNumber(count ?? 0)}
            {cents === null && t('notKnown')}
            {typeof cents === 'number' && (
              <>
                {figure in counted && count !== undefined && (
                  <span className="text-muted-foreground">
                    {t(`counts.${counted[figure as keyof typeof counted]}`, { count })} ·{' '}
                  </span>
                )}
                {centsText(cents)}
              </>
            )}
          </>
        ),
      }))}
    />
  );
}

type Line = {
  key: string;
  name: ReactNode;
  amount: ReactNode;
  /** What the lines above it come to. */
  isResult?: boolean | undefined;
};

/** Names at the left, amounts below each other at the right, results ruled off. */
export function LedgerLines({ lines }: { lines: Line[] }) {
  return (
    <dl className="divide-y text-sm">
      {lines.map(({ key, name, amount, isResult }) => (
        <div key={key} className={cn('flex flex-wrap items-baseline gap-x-4 py-2', isResult && 'font-semibold')}>
          <dt className={cn('min-w-0 grow', !isResult && 'text-muted-foreground')}>{name}</dt>
          <dd className="ml-auto text-right tabular-nums">{amount}</dd>
        </div>
      ))}
    </dl>
  );
}
