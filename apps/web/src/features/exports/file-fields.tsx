'use client';

import { Field, Select, Skeleton } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { type TimeZone, toTimeZone } from '@/i18n/locale';
import { ColumnsChoice } from './columns-choice.tsx';
import type { ExportFormat, FileFormProps } from './types.ts';

const formats: readonly ExportFormat[] = ['csv', 'xlsx', 'ndjson'];
const zones: Record<TimeZone, string> = { 'Africa/Nairobi': 'nairobi', UTC: 'utc' };

/** Format, time zone and columns of a file. */
export function FileFields({ file, onChange, isZoneFixed, columns }: FileFormProps) {
  const t = useTranslations('exports');
  const format = (value: string) => formats.find((each) => each === value) ?? 'csv';
  return (
    <>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label={t('dialog.format')} description={t(`formatHelp.${file.format}`)}>
          <Select
            value={file.format}
            options={formats.map((value) => ({ value, label: t(`formats.${value}`) }))}
            onValueChange={(value) => onChange({ ...file, format: format(value) })}
          />
        </Field>
        {!isZoneFixed && (
          <Field label={t('dialog.zone')}>
            <Select
              value={file.timeZone}
              options={Object.entries(zones).map(([value, name]) => ({ value, label: t(`zones.${name}`) }))}
              onValueChange={(value) => onChange({ ...file, timeZone: toTimeZone(value) })}
            />
          </Field>
        )}
      </div>
      {columns ? (
        <ColumnsChoice
          all={columns}
          chosen={file.columns}
          onChange={(chosen) => onChange({ ...file, columns: chosen })}
        />
      ) : (
        // As tall as the loaded choice.
        <Skeleton className="h-14 w-48" />
      )}
    </>
  );
}
