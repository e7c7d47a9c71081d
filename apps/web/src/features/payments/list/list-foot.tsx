'use client';

import { Button, Callout, Kbd, Pagination } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { Time } from '@/format';
import type { PaymentsPage } from '../types.ts';
import type { Filters } from '../use-filters.ts';

type Props = { page: PaymentsPage; filters: Filters; isFetching: boolean };

/** How many are shown, how far was looked, and the way on. */
export function ListFoot({ page, filters, isFetching }: Props) {
  const t = useTranslations('payments');
  const { older, newer, lookedBackTo } = page;
  const count = page.payments.length;
  return (
    <div className="flex flex-col gap-3">
      {lookedBackTo && older && (
        <Callout
          role="status"
          tone="neutral"
          actions={<Button onClick={() => filters.turnTo({ before: older })}>{t('list.lookFurther')}</Button>}
        >
          {count === 0 ? t('list.noneSoFar') : t('list.someSoFar', { count })} <Time value={lookedBackTo} />.{' '}
          {t('list.narrow')}
        </Callout>
      )}
      <Pagination
        label={t('list.pages')}
        summary={<ListKeys />}
        isLoading={isFetching}
        onNewer={newer ? () => filters.turnTo({ after: newer }) : undefined}
        onOlder={older ? () => filters.turnTo({ before: older }) : undefined}
      />
    </div>
  );
}

/** How to read the list without a mouse. */
function ListKeys() {
  const t = useTranslations('payments.list');
  return (
    <span className="hidden items-center gap-1.5 text-xs sm:inline-flex">
      <Kbd>J</Kbd> <Kbd>K</Kbd> {t('keysWalk')} <Kbd>Enter</Kbd> {t('keysOpen')} <Kbd>/</Kbd> {t('keysSearch')}
    </span>
  );
}
