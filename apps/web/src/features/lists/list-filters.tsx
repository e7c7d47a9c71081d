'use client';

import { Button, FilterBar, FilterChip } from '@tillgate/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { FilterControls, type FilterControlsProps } from './filter-controls.tsx';
import type { Filter, FlagFilter, TextFilter } from './filters.ts';
import { useFilterTexts } from './use-filter-texts.ts';
import type { List } from './use-list.ts';

type Props = FilterControlsProps & { /** Before the filters: a search box. */ children?: ReactNode };

/** The bar above a list: a button for each filter, and chips for filters inside a group. */
export function ListFilters({ children, ...props }: Props) {
  const t = useTranslations('lists');
  const { list } = props;
  const texts = useFilterTexts(list.definition.feature);
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-2">
      <FilterBar label={texts.label('label')} search={children}>
        <FilterControls {...props} />
        {list.isFiltered && (
          <Button variant="ghost" className="max-sm:order-first" onClick={list.clear}>
            {t('clear')}
          </Button>
        )}
      </FilterBar>
      <Chips list={list} />
    </div>
  );
}

/** Active filters without a button, shown as chips. */
function Chips({ list: { definition, values, set } }: { list: List }) {
  const t = useTranslations('lists');
  const texts = useFilterTexts(definition.feature);
  const on = definition.filters.flatMap(grouped).filter(({ name }) => values[name] !== undefined);
  if (on.length === 0) return null;
  return (
    <ul aria-label={t('filtersOn')} className="flex flex-wrap gap-2">
      {on.map(({ name, kind }) => (
        <li key={name} className="max-w-full">
          <FilterChip
            label={texts.label(name)}
            value={kind === 'flag' ? '' : values[name]}
            onRemove={() => set({ [name]: undefined })}
            removeLabel={t('removeFilter', { name: texts.label(name) })}
          />
        </li>
      ))}
    </ul>
  );
}

const grouped = (filter: Filter): readonly (TextFilter | FlagFilter)[] =>
  filter.kind === 'group' ? filter.filters : [];
