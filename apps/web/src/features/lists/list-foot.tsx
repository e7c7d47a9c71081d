'use client';

import { Button, Callout, Pagination } from '@tillgate/ui';
import { type ReactNode, useRef } from 'react';
import { useTranslations } from 'use-intl/react';
import { Time } from '@/format';

type ListPage = {
  /** Rows on this page. */
  count: number;
  /** Where the pages beside this one begin; null where the list ends. */
  newer: string | null;
  older: string | null;
  /** The server stopped looking there, before the page was full. */
  lookedBackTo?: string | null;
};

type Props = {
  /** Undefined while it is loaded. */
  page: ListPage | undefined;
  isFetching: boolean;
  turnTo: (place: { before?: string | null; after?: string | null }) => void;
  /** Names the buttons for screen readers. */
  label?: string;
  /** Left of the buttons. Default: the number of rows. */
  summary?: ReactNode;
};

/** The height of the bar above a list on a phone. */
const topBarPx = 72;

/** Shows the beginning of the list around its foot: another page is read from its first row. */
function showBeginning(foot: HTMLElement | null): void {
  const top = foot?.parentElement?.getBoundingClientRect().top;
  if (top !== undefined && top < topBarPx) window.scrollBy({ top: top - topBarPx });
}

/** The foot of a list: how far the server looked, and the way to newer and older pages. */
export function ListFoot({ page, isFetching, turnTo, label, summary }: Props) {
  const t = useTranslations('lists');
  const foot = useRef<HTMLDivElement>(null);
  const turn: Props['turnTo'] = (place) => {
    turnTo(place);
    showBeginning(foot.current);
  };
  if (!page) return null;
  const { count, newer, older, lookedBackTo } = page;
  return (
    <div ref={foot} className="flex flex-col gap-3 empty:hidden">
      {older && (lookedBackTo || count === 0) && (
        <Callout
          role="status"
          tone="neutral"
          actions={<Button onClick={() => turn({ before: older })}>{t('lookFurther')}</Button>}
        >
          {lookedBackTo ? (
            <>
              {count === 0 ? t('noneSoFar') : t('someSoFar', { count })} <Time value={lookedBackTo} />. {t('narrow')}
            </>
          ) : (
            t('nothingSoFar')
          )}
        </Callout>
      )}
      {(newer || older || summary) && (
        <Pagination
          label={label}
          summary={summary === undefined ? t('rows', { count }) : summary}
          isLoading={isFetching}
          onNewer={newer ? () => turn({ after: newer }) : undefined}
          onOlder={older ? () => turn({ before: older }) : undefined}
        />
      )}
    </div>
  );
}
