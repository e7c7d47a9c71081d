'use client';

import { buttonVariants, cn } from '@tillgate/ui';
import type { DateRangePickerProps } from '@tillgate/ui/dates';
import { CalendarDays } from 'lucide-react';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { preload, unlessNewVersion } from '@/features/shell/new-version';
import { usePreferences } from '@/format';
import type { Days } from './days.ts';

const load = () => import('@tillgate/ui/dates').then((dates) => dates.DateRangePicker);

type Props = {
  days: Days;
  /** The chosen days in words; empty without a choice. */
  text: string;
  presets: DateRangePickerProps['presets'];
  today: string;
  onChoose: (days: Days) => void;
  /** Whether the days can be taken off again. */
  canClear?: boolean;
};

/** Days by name or from a calendar, which loads when the pointer or the focus reaches the button. */
export function DaysPicker({ days, text, presets, today, onChoose, canClear = true }: Props) {
  const t = useTranslations('lists.period');
  const { locale } = usePreferences();
  const [Picker, setPicker] = useState<ComponentType<DateRangePickerProps>>();
  const box = useRef<HTMLDivElement>(null);
  // The picker was loaded because its button was pressed, so it opens at once.
  useEffect(() => {
    if (Picker) box.current?.querySelector('button')?.click();
  }, [Picker]);
  const show = () => {
    void load()
      .then((part) => setPicker(() => part))
      .catch(unlessNewVersion);
  };
  if (!Picker) return <PickerButton text={text} onPress={show} />;
  return (
    <div ref={box} className="contents">
      <Picker
        value={days}
        onValueChange={onChoose}
        presets={presets}
        locale={locale}
        max={today}
        today={today}
        label={t('label')}
        placeholder={text || t('any')}
        fromLabel={t('from')}
        toLabel={t('to')}
        applyLabel={t('apply')}
        clearLabel={canClear ? t('clear') : undefined}
        previousLabel={t('previous')}
        nextLabel={t('next')}
      />
    </div>
  );
}

/** Looks like the button of the picker until the picker is there. */
function PickerButton({ text, onPress }: { text: string; onPress: () => void }) {
  const t = useTranslations('lists.period');
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={() => preload(load)}
      onFocus={() => preload(load)}
      onClick={onPress}
      className={cn(buttonVariants(), 'max-w-full')}
    >
      <CalendarDays aria-hidden="true" className="size-3.5! text-muted-foreground" />
      <span className="sr-only">{t('label')}: </span>
      <span className={cn('truncate', !text && 'font-normal text-muted-foreground')}>{text || t('any')}</span>
    </button>
  );
}
