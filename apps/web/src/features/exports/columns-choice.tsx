'use client';

import { Button, Checkbox } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';

type Props = {
  /** All that the list has, in the order of the file. */
  all: readonly string[];
  chosen: readonly string[];
  onChange: (columns: readonly string[]) => void;
};

/** Which columns the file has: all of them at first. */
export function ColumnsChoice({ all, chosen, onChange }: Props) {
  const t = useTranslations('exports');
  const [isOpen, setOpen] = useState(false);
  const isWhole = chosen.length === all.length;
  const toggle = (name: string, isOn: boolean) =>
    onChange(all.filter((each) => (each === name ? isOn : chosen.includes(each))));
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5 text-sm">
      <legend className="mb-1.5 font-medium">{t('dialog.columns')}</legend>
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-muted-foreground">{t('dialog.chosen', { count: chosen.length, total: all.length })}</span>
        {!isOpen && (
          <Button size="sm" onClick={() => setOpen(true)}>
            {t('dialog.change')}
          </Button>
        )}
        {!isWhole && (
          <Button size="sm" variant="ghost" onClick={() => onChange(all)}>
            {t('dialog.reset')}
          </Button>
        )}
      </div>
      {isOpen && (
        <div className="grid grid-cols-1 gap-x-4 gap-y-2 rounded-lg border p-3 sm:grid-cols-2">
          {all.map((name) => (
            <Checkbox
              key={name}
              label={t.has(`columns.${name}`) ? t(`columns.${name}`) : name}
              checked={chosen.includes(name)}
              onCheckedChange={(isOn) => toggle(name, isOn)}
            />
          ))}
        </div>
      )}
      <div aria-live="polite" className="empty:hidden">
        {chosen.length === 0 && <p className="text-danger text-xs">{t('dialog.noColumns')}</p>}
      </div>
    </fieldset>
  );
}
