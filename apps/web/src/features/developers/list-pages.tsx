'use client';

import { Button, Callout, Pagination } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';

type Props = {
  /** The page that is shown; undefined while it is read. */
  page: { rows: readonly unknown[]; newer: string | null; older: string | null } | undefined;
  isFetching: boolean;
  turnTo: (page: { before?: string | null; after?: string | null }) => void;
};

/** Steps through a list. A page of few matches may be empty and not the last: that is said, with the way on. */
export function ListPages({ page, isFetching, turnTo }: Props) {
  const t = useTranslations('developers');
  const older = page?.older;
  const newer = page?.newer;
  return (
    <>
      {page && page.rows.length === 0 && older && (
        <Callout role="status" actions={<Button onClick={() => turnTo({ before: older })}>{t('lookFurther')}</Button>}>
          {t('nothingSoFar')}
        </Callout>
      )}
      {page && (newer || older) && (
        <Pagination
          summary={t('rows', { count: page.rows.length })}
          isLoading={isFetching}
          onNewer={newer ? () => turnTo({ after: newer }) : undefined}
          onOlder={older ? () => turnTo({ before: older }) : undefined}
        />
      )}
    </>
  );
}
