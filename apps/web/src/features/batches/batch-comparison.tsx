'use client';

import { useQuery } from '@tanstack/react-query';
import { KeyValueList, Panel, Skeleton } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { Link } from '@/features/shell/link';
import { LoadError } from '@/features/shell/load-error';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney, formatNumber } from '@/format';
import { useTRPC } from '@/trpc/client';
import type { BatchComparison as Comparison } from './types.ts';

type Last = NonNullable<Comparison['last']>;

/** What an approver weighs about a batch as a whole: its change against the last one, and its largest rows. */
export function BatchComparison({ batchId }: { batchId: string }) {
  const t = useTranslations('batches.compare');
  const tenant = useTenant();
  const comparison = useQuery(useTRPC().batches.compare.queryOptions({ ...tenant, batchId }));
  const { data } = comparison;
  return (
    <Panel title={t('title')} contentClassName="flex flex-col gap-3">
      {data ? (
        <>
          <div className="text-sm">{data.last ? <Change last={data.last} /> : <p>{t('first')}</p>}</div>
          {data.last && <People people={data.last.people} />}
          <section aria-label={t('largest')}>
            <h3 className="font-medium text-sm">{t('largest')}</h3>
            <KeyValueList
              items={data.largest.map(({ rowId, number, who, amount }) => ({
                key: rowId,
                label: t('row', { who, number }),
                value: formatMoney(amount),
              }))}
            />
          </section>
        </>
      ) : comparison.isError ? (
        <LoadError query={comparison} />
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
    </Panel>
  );
}

function Change({ last }: { last: Last }) {
  const t = useTranslations('batches.compare');
  const tenant = useTenant();
  const { amount, percent, rows } = last.change;
  const sign = Math.sign(amount);
  const values = {
    amount: formatMoney(Math.abs(amount)),
    percent: formatNumber(Math.abs(percent)),
    batch: () => (
      <Link href={tenantPath(tenant, `batches/${last.batchId}`)} className="font-medium text-link underline">
        {last.name}
      </Link>
    ),
  };
  const count = Math.abs(rows);
  return (
    <>
      <p className="font-medium">{t.rich(sign === 0 ? 'same' : sign > 0 ? 'more' : 'less', values)}</p>
      <p className="text-muted-foreground">
        {rows === 0 ? t('rowsSame') : t(rows > 0 ? 'rowsMore' : 'rowsLess', { count })}
      </p>
      {!last.isSameName && <p className="text-muted-foreground">{t('otherName')}</p>}
    </>
  );
}

const kinds = ['added', 'gone'] as const;

/** Who is new against the other batch, and who of that one is gone. */
function People({ people }: { people: Last['people'] }) {
  const t = useTranslations('batches.compare');
  return (
    <section aria-label={t('people')} className="flex flex-col gap-1">
      <h3 className="font-medium text-sm">{t('people')}</h3>
      <ul className="flex flex-col gap-1 text-sm">
        {kinds.map((kind) => (
          <li key={kind}>
            <Group kind={kind} {...people[kind]} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Group({ kind, count, amount, named }: { kind: (typeof kinds)[number] } & Last['people']['added']) {
  const t = useTranslations('batches.compare');
  if (count === 0) return <span className="text-muted-foreground">{t(`${kind}None`)}</span>;
  const names = named.join(', ');
  const left = count - named.length;
  return (
    <>
      {t(kind, { count, amount: formatMoney(amount) })}
      <span className="wrap-anywhere block text-muted-foreground text-xs">
        {left > 0 ? t('andMore', { names, count: formatNumber(left) }) : names}
      </span>
    </>
  );
}
