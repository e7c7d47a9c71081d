'use client';

import { Field, FilterBar, Input, SegmentedControl } from '@tillgate/ui';
import { Search } from 'lucide-react';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { changedSearch } from '@/features/shell/use-address';

/** Typing asks the server when it pauses. */
const pauseMs = 150;

/** The search box of the catalogue. The server renders the results. */
export function CatalogueSearch({ families }: { families: readonly string[] }) {
  const t = useTranslations('catalogue');
  const { chosen, choose } = useChoice();
  const { q, family } = chosen;
  return (
    <FilterBar
      label={t('search.label')}
      search={
        <Field label={t('search.label')} hideLabel className="w-full sm:w-80">
          <Input
            type="search"
            prefix={<Search />}
            value={q}
            placeholder={t('search.placeholder')}
            onChange={(event) => choose({ q: event.target.value })}
          />
        </Field>
      }
    >
      <SegmentedControl
        label={t('search.family')}
        value={family}
        onValueChange={(value) => choose({ family: value })}
        options={['', ...families].map((value) => ({ value, label: t(`short.${value || 'all'}`) }))}
      />
    </FilterBar>
  );
}

type Choice = { q: string; family: string };

/** The filter and its setter. The input updates at once; the server is queried when typing pauses. */
function useChoice() {
  const router = useRouter();
  const pathname = usePathname();
  const search = useSearchParams();
  const asked: Choice = { q: search.get('q') ?? '', family: search.get('family') ?? '' };
  const [change, setChange] = useState<Partial<Choice>>();
  const chosen = { ...asked, ...change };
  // The address has it now: from here on the address counts, also when the browser goes back.
  if (change && chosen.q === asked.q && chosen.family === asked.family) setChange(undefined);
  useEffect(() => {
    if (!change) return;
    const ask = () => {
      const next = changedSearch(window.location.search, change).toString();
      router.replace(`${pathname}${next && `?${next}`}`, { scroll: false });
    };
    const timer = setTimeout(ask, change.family === undefined ? pauseMs : 0);
    return () => clearTimeout(timer);
  }, [change, pathname, router]);
  return { chosen, choose: (more: Partial<Choice>) => setChange((before) => ({ ...before, ...more })) };
}
