'use client';

import { KeyValueList } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney, formatPhone, Time } from '@/format';
import type { ReviewDetail } from './types.ts';

const pages = { payment: 'payments', disbursement: 'payouts' } as const;

/** The known facts of the subject. */
export function ReviewFacts({ detail: { review, subject } }: { detail: ReviewDetail }) {
  const t = useTranslations('reviews');
  const tenant = useTenant();
  const { subjectKind, subjectId } = review;
  const text = (name: string) => {
    const value = (subject as Record<string, unknown> | null)?.[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const amount = subject?.amount ?? null;
  const [phone, payerPhone, receipt, at] = [text('phone'), text('payerPhone'), text('receipt'), text('createdAt')];
  const page = subjectKind === 'payment' || subjectKind === 'disbursement' ? pages[subjectKind] : undefined;
  const kind = t(`subjects.${subjectKind}`);
  const link = page && (
    <Link href={tenantPath(tenant, `${page}/${subjectId}`)} className="text-link underline underline-offset-4">
      {kind}
    </Link>
  );
  const address = text('address');
  const refused = (subject as Record<string, unknown> | null)?.count;
  const time = (name: 'firstAt' | 'lastAt') => {
    const value = text(name);
    return (
      value !== undefined && { label: t(`detail.${name}`), value: <Time value={value} format="dateTimeSeconds" /> }
    );
  };
  const plain = (name: 'reference' | 'shortcode' | 'error', value: string | undefined) =>
    value !== undefined && { label: t(`detail.${name}`), value };
  return (
    <KeyValueList
      items={[
        { label: t('detail.about'), value: link ?? kind },
        amount !== null && { label: t('list.amount'), value: formatMoney(amount) },
        phone !== undefined && { label: t('detail.phone'), value: formatPhone(phone), copy: phone },
        payerPhone !== undefined && { label: t('detail.payerPhone'), value: formatPhone(payerPhone), copy: payerPhone },
        plain('reference', text('accountRef') ?? text('reference')),
        receipt !== undefined && { label: t('list.receipt'), value: receipt, mono: true, copy: receipt },
        plain('shortcode', text('shortcode')),
        text('resultCode') !== undefined && {
          label: t('detail.result'),
          value: `${text('resultCode')} · ${text('resultDesc') ?? ''}`,
        },
        plain('error', text('error')),
        address !== undefined && {
          label: t('detail.address'),
          value: address === 'other' ? t('detail.otherAddresses') : address,
        },
        typeof refused === 'number' && {
          label: t('detail.refused'),
          value: t('detail.refusedTimes', { count: refused }),
        },
        time('firstAt'),
        time('lastAt'),
        at !== undefined && { label: t('detail.createdAt'), value: <Time value={at} format="dateTimeSeconds" /> },
        { label: t('list.opened'), value: <Time value={review.openedAt} format="dateTimeSeconds" /> },
        { label: t('detail.id'), value: subjectId, mono: true, copy: subjectId },
      ]}
    />
  );
}
