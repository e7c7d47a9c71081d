'use client';

import { useTranslations } from 'use-intl/react';
import type { ExportFilter, ExportList } from './types.ts';
import { useFilterWords } from './use-filter-words.ts';

type Props = { list: ExportList; filter: ExportFilter; timeZone: string };

/** The filters that an export is made with, in words. @param timeZone of the file */
export function FilterWords({ list, filter, timeZone }: Props) {
  const t = useTranslations('exports.words');
  const words = useFilterWords()(list, filter, timeZone);
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <h3 className="font-medium">{t('label')}</h3>
      {words.length === 0 ? (
        <p className="text-muted-foreground">{t('all')}</p>
      ) : (
        <ul aria-label={t('label')} className="flex flex-wrap gap-1.5">
          {words.map(({ field, label, value }) => (
            <li key={field} className="max-w-full break-words rounded-md border bg-muted px-2 py-0.5 text-xs">
              {label}
              {value !== '' && <span className="font-medium">{`: ${value}`}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
