'use client';

import { Callout, KeyValueList } from '@tillgate/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { formatNumber, Time } from '@/format';
import { centsText } from './cents.ts';
import type { Preview } from './types.ts';

const sum = (cents: number | null) => (cents === null ? '—' : centsText(cents));

/** The lines of a file that were read, and its problems. */
export function PreviewFacts({ preview }: { preview: Preview }) {
  const t = useTranslations('reconciliation.preview');
  const { lines, covers, dates, header, idle, problems, differing, notes, importedAs } = preview;
  return (
    <section aria-label={t('title')} className="flex flex-col gap-4">
      {importedAs !== null && <Callout tone="info" role="status" title={t('importedBefore')} />}
      {!dates.isCertain && <Callout tone="warning" title={t('uncertainDates')} />}
      <KeyValueList
        items={[
          { label: t('period'), value: <Period covers={covers} /> },
          { label: t('lines'), value: t('linesNew', { lines: formatNumber(lines.count), fresh: lines.fresh }) },
          { label: t('in'), value: sum(preview.paidInCents) },
          {
            label: t('out'),
            value: t('outOfWhichFees', { out: sum(preview.withdrawnCents), fees: sum(preview.feeCents) }),
          },
          { label: t('opening'), value: sum(preview.openingBalanceCents) },
          { label: t('closing'), value: sum(preview.closingBalanceCents) },
          { label: t('dates'), value: t(`dateOrders.${dates.order}`) },
          { label: t('columns'), value: Object.values(header.columns).join(', ') },
          { label: t('unknownColumns'), value: header.unknown.join(', ') || '—' },
          { label: t('idle'), value: formatNumber(idle.count) },
        ]}
      />
      {notes.map((note) => (
        <Callout key={note} tone="info" title={note} />
      ))}
      <Rows title={t('problems', { count: problems.count })} tone="warning" all={problems}>
        {({ why, text }) => t('problem', { why, text })}
      </Rows>
      <Rows title={t('differing', { count: differing.count })} tone="warning" all={differing}>
        {({ row, receipt, facts }) =>
          t('differs', { row, receipt, facts: facts.map((fact) => t(`facts.${fact}`)).join(', ') })
        }
      </Rows>
    </section>
  );
}

function Period({ covers }: { covers: Preview['covers'] }) {
  return (
    <>
      <Time value={covers.from} format="dateTimeSeconds" /> – <Time value={covers.to} format="dateTimeSeconds" />
    </>
  );
}

type RowsProps<Item extends { row: number }> = {
  title: string;
  tone: 'warning';
  all: { count: number; shown: Item[] };
  children: (item: Item) => ReactNode;
};

function Rows<Item extends { row: number }>({ title, tone, all, children }: RowsProps<Item>) {
  const t = useTranslations('reconciliation.preview');
  if (all.count === 0) return null;
  return (
    <Callout tone={tone} title={title}>
      <ul aria-label={title} className="max-h-48 list-disc overflow-y-auto break-words pl-5">
        {all.shown.map((item) => (
          <li key={item.row}>{children(item)}</li>
        ))}
      </ul>
      {all.count > all.shown.length && <p>{t('andMore', { count: all.count - all.shown.length })}</p>}
    </Callout>
  );
}
