'use client';

import { KeyValueList, Panel } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { centsText } from '@/features/money/cents';
import type { Order } from '@/features/orders/types';
import { railOfInput } from '@/features/rails/said-network';
import { useSaidNetwork } from '@/features/rails/use-networks';
import { formatMoney, formatPhone, Time } from '@/format';

/** Why the order waits, and the balance and limits after it. */
type Props = { facts: NonNullable<Order['facts']>; input: Order['input'] };

export function DecisionFacts({ facts, input }: Props) {
  const t = useTranslations('orders.facts');
  const said = useSaidNetwork(railOfInput(input));
  const { approvalFrom, heldBy, balance, limits, savedAs, earlier } = facts;
  return (
    <Panel title={t('title')} contentClassName="py-1">
      <KeyValueList
        items={[
          {
            label: t('why'),
            value: <Why approvalFrom={approvalFrom} heldBy={heldBy} />,
          },
          balance !== null && {
            label: t('balance'),
            value: (
              <span className={balance.afterCents < 0 ? 'font-medium text-danger' : undefined}>
                {t('after', { before: centsText(balance.beforeCents), after: centsText(balance.afterCents) })}
                <span className="block text-muted-foreground text-xs">
                  {t.rich('asOf', { ...said, time: () => <Time value={balance.at} /> })}
                </span>
              </span>
            ),
          },
          ...limits.map(({ limit, max, left }) => ({
            label: t(`limits.${limit}`),
            value: (
              <span className={left < 0 ? 'font-medium text-danger' : undefined}>
                {left < 0
                  ? t('over', { amount: formatMoney(-left), max: formatMoney(max) })
                  : t('left', { amount: formatMoney(left), max: formatMoney(max) })}
              </span>
            ),
          })),
          savedAs !== null && {
            label: t('recipient'),
            value: (
              <>
                {t.rich('savedAs', { name: savedAs.name, time: () => <Time value={savedAs.at} /> })}
                {savedAs.changed && (
                  <span className="block font-medium text-danger">
                    {t.rich('changed', {
                      from: formatPhone(savedAs.changed.from),
                      by: savedAs.changed.by,
                      time: () => <Time value={savedAs.at} />,
                    })}
                  </span>
                )}
              </>
            ),
          },
          earlier !== null && {
            label: t('earlier'),
            value:
              earlier.lastAt === null ? (
                t('first')
              ) : (
                <>
                  {t('sent', { count: earlier.count, amount: formatMoney(earlier.amount) })}
                  {earlier.name && <span className="block">{t('reportedAs', { ...said, name: earlier.name })}</span>}
                  <span className="block text-muted-foreground text-xs">
                    {t.rich('last', { time: () => <Time value={earlier.lastAt ?? ''} /> })}
                  </span>
                </>
              ),
          },
        ]}
      />
    </Panel>
  );
}

/** Why the order waits: a rule of the application, or the policy. */
function Why({ approvalFrom, heldBy }: Pick<NonNullable<Order['facts']>, 'approvalFrom' | 'heldBy'>) {
  const t = useTranslations('orders.facts');
  if (heldBy?.kind === 'new_payee') return t('heldNew', { from: formatMoney(heldBy.from) });
  if (heldBy) return t('heldSame', { hours: heldBy.hours });
  return approvalFrom === null ? t('always') : t('from', { amount: formatMoney(approvalFrom) });
}
