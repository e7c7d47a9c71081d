'use client';

import { Field, FilterBar, Input, SegmentedControl } from '@tillgate/ui';
import { Search } from 'lucide-react';
import { debounce, parseAsString, useQueryStates } from 'nuqs';
import { useTranslations } from 'use-intl/react';

/** Typing asks the server when it pauses. */
const pauseMs = 150;

/** The search box of the catalogue. The server renders the results. */
export function CatalogueSearch({ families }: { families: readonly string[] }) {
  const t = useTranslations('catalogue');
  const [{ q, family }, set] = useQueryStates(
    { q: parseAsString.withDefault(''), family: parseAsString.withDefault('') },
    { shallow: false },
  );
  return (
    <FilterBar label={t('search.label')}>
      <Field label={t('search.label')} hideLabel className="w-full sm:w-80">
        <Input
          type="search"
          prefix={<Search />}
          value={q}
          placeholder={t('search.placeholder')}
          onChange={(event) => void set({ q: event.target.value || null }, { limitUrlUpdates: debounce(pauseMs) })}
        />
      </Field>
      <SegmentedControl
        label={t('search.family')}
        value={family}
        onValueChange={(value) => void set({ family: value || null })}
        options={['', ...families].map((value) => ({ value, label: t(`short.${value || 'all'}`) }))}
      />
    </FilterBar>
  );
}
