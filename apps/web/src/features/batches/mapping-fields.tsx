'use client';

import { Button, Callout, Field, KeyValueList, Panel, Select } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { type Chosen, hasTwice, mappingOf, type PayoutField, payoutFields } from './list-draft.ts';
import type { Unclear } from './types.ts';

type Props = {
  reading: Unclear;
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
  isPending: boolean;
  /** Sends the list again, with these columns. */
  onUse: () => void;
};

const needed: ReadonlySet<PayoutField> = new Set(['phone', 'amount']);

/** The columns of a list whose headings left a doubt. */
export function MappingFields({ reading, chosen, onChange, isPending, onUse }: Props) {
  const t = useTranslations('batches');
  const { headings, sample } = reading;
  const width = Math.max(headings.length, ...sample.map(({ cells }) => cells.length), 1);
  const columns = Array.from({ length: width }, (_, column) => ({ column, heading: headings[column] ?? '' }));
  const nameOf = ({ column, heading }: { column: number; heading: string }) =>
    heading === '' ? t('mapping.column', { number: column + 1 }) : t('mapping.named', { heading, number: column + 1 });
  const options = columns.map((each) => ({ value: String(each.column), label: nameOf(each) }));
  const set = (field: PayoutField, value: string) => {
    const { [field]: _before, ...others } = chosen;
    onChange(value === '' ? others : { ...others, [field]: Number(value) });
  };
  return (
    <Panel title={t('mapping.title')} description={t('mapping.text')} contentClassName="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        {payoutFields.map((field) => (
          <Field key={field} label={t(`fields.${field}`)} optional={!needed.has(field)}>
            <Select
              value={chosen[field] === undefined ? '' : String(chosen[field])}
              placeholder={t('mapping.none')}
              onValueChange={(value) => set(field, value)}
              options={options}
            />
          </Field>
        ))}
      </div>
      {hasTwice(chosen) && <Callout tone="warning">{t('mapping.same')}</Callout>}
      {sample.length > 0 && (
        <section aria-label={t('mapping.sample')}>
          <h3 className="font-medium text-sm">{t('mapping.sample')}</h3>
          <KeyValueList
            items={columns.map((each) => ({
              key: String(each.column),
              label: nameOf(each),
              value: sample.map(({ cells }) => cells[each.column] || '—').join(' · '),
            }))}
          />
        </section>
      )}
      <div>
        <Button
          variant="primary"
          isPending={isPending}
          disabled={mappingOf(reading, chosen) === undefined}
          onClick={onUse}
        >
          {t('mapping.submit')}
        </Button>
      </div>
    </Panel>
  );
}
