'use client';

import { Button, Checkbox } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import type { ListColumn } from './types.ts';

type Props = {
  /** All that the list has, in the order of the file. */
  all: readonly ListColumn[];
  /** The usual ones when undefined. */
  chosen: readonly string[] | undefined;
  onChange: (columns: readonly string[] | undefined) => void;
};

/** Which columns the file has: at first all but those that name people. */
export function ColumnsChoice({ all, chosen, onChange }: Props) {
  const t = useTranslations('exports');
  const [isOpen, setOpen] = useState(false);
  const isOn = ({ name, isDefault }: ListColumn) => chosen?.includes(name) ?? isDefault;
  const count = all.filter(isOn).length;
  const toggle = (name: string, isTicked: boolean) =>
    onChange(all.filter((each) => (each.name === name ? isTicked : isOn(each))).map((each) => each.name));
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5 text-sm">
      <legend className="mb-1.5 font-medium">{t('dialog.columns')}</legend>
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-muted-foreground">{t('dialog.chosen', { count, total: all.length })}</span>
        {!isOpen && (
          <Button size="sm" onClick={() => setOpen(true)}>
            {t('dialog.change')}
          </Button>
        )}
        {chosen && (
          <Button size="sm" variant="ghost" onClick={() => onChange(undefined)}>
            {t('dialog.reset')}
          </Button>
        )}
      </div>
      {isOpen && (
        <div className="grid grid-cols-1 gap-x-4 gap-y-2 rounded-lg border p-3 sm:grid-cols-2">
          {all.map((column) => (
            <Checkbox
              key={column.name}
              label={t.has(`columns.${column.name}`) ? t(`columns.${column.name}`) : column.name}
              checked={isOn(column)}
              onCheckedChange={(isTicked) => toggle(column.name, isTicked)}
            />
          ))}
        </div>
      )}
      <div aria-live="polite" className="empty:hidden">
        {count === 0 && <p className="text-danger text-xs">{t('dialog.noColumns')}</p>}
      </div>
    </fieldset>
  );
}
