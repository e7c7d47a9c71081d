'use client';

import { Callout } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { centsText } from '@/features/money/cents';
import { formatNumber, Time } from '@/format';
import type { DayDetail, FigureChange } from './types.ts';

/** The figures that differ from the signed ones: old value, new value, and since when. */
export function DayChanges({ day: { difference, changedSince } }: { day: DayDetail }) {
  const t = useTranslations('closing.changes');
  if (!difference) return null;
  const { changes, learned } = difference;
  return (
    <>
      {changes.length > 0 && (
        <Callout tone="warning" title={t('title')}>
          <p>
            {changedSince ? t('since') : t('justNow')}
            {changedSince && (
              <>
                {' '}
                <Time value={changedSince} />
              </>
            )}
          </p>
          <ChangesTable changes={changes} caption={t('title')} />
        </Callout>
      )}
      {learned.length > 0 && (
        <Callout tone="info" title={t('learned')}>
          <ChangesTable changes={learned} caption={t('learned')} />
        </Callout>
      )}
    </>
  );
}

function ChangesTable({ changes, caption }: { changes: FigureChange[]; caption: string }) {
  const t = useTranslations('closing');
  const text = (value: number | null, unit: FigureChange['unit']) => {
    if (value === null) return t('notKnown');
    return unit === 'cents' ? centsText(value) : formatNumber(value);
  };
  const heads = [t('changes.figure'), t('changes.from'), t('changes.to')];
  return (
    <div className="overflow-x-auto">
      <table className="mt-2 w-full max-w-2xl text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {heads.map((head, index) => (
              <th key={head} scope="col" className={index === 0 ? 'text-left' : 'pl-4 text-right'}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map(({ figure, unit, shortcode, from, to }) => (
            <tr key={`${figure} ${shortcode}`}>
              <th scope="row" className="py-0.5 text-left font-normal">
                {t(`figures.${figure}`)}
                {shortcode && ` · ${shortcode}`}
              </th>
              <td className="whitespace-nowrap pl-4 text-right tabular-nums">{text(from, unit)}</td>
              <td className="whitespace-nowrap pl-4 text-right font-medium tabular-nums">{text(to, unit)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
