'use client';

import { useQuery } from '@tanstack/react-query';
import { Button, Panel } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { useScenarioText } from '@/features/handset/use-scenario-text';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { formatNumber, formatPhone } from '@/format';
import { useTRPC } from '@/trpc/client';

type Kind = 'outcome' | 'fault';

/** The phones and amounts that play a part at the simulator; nothing where the sandbox is the provider's own. */
export function SandboxHints({ onUse }: { onUse(phone: string): void }) {
  return usePermission('handset.use') ? <Hints onUse={onUse} /> : null;
}

function Hints({ onUse }: { onUse(phone: string): void }) {
  const t = useTranslations('collect.hints');
  const trpc = useTRPC();
  const tenant = useTenant();
  const hints = useQuery(
    trpc.handset.scenarios.queryOptions(tenant, { staleTime: Number.POSITIVE_INFINITY, retry: false }),
  );
  const scenarios = hints.data?.scenarios ?? [];
  if (scenarios.length === 0) return null;
  const rows = (kind: Kind) => scenarios.filter((scenario) => scenario.kind === kind);
  return (
    <Panel title={t('title')} description={t('text')} contentClassName="flex flex-col gap-3">
      <Link
        href={tenantPath(tenant, 'handset')}
        className="touch-area self-start text-link text-sm underline underline-offset-2"
      >
        {t('handset')}
      </Link>
      <Rows kind="outcome" rows={rows('outcome')} onUse={onUse} />
      <details>
        <summary className="touch-area cursor-pointer rounded-sm text-sm">{t('faults')}</summary>
        <Rows kind="fault" rows={rows('fault')} onUse={onUse} />
      </details>
    </Panel>
  );
}

type Row = { name: string; phone: string; amount: number };

function Rows({ kind, rows, onUse }: { kind: Kind; rows: Row[]; onUse(phone: string): void }) {
  const t = useTranslations('collect.hints');
  const scenarioText = useScenarioText();
  return (
    <section aria-label={kind === 'outcome' ? t('outcomes') : t('faults')} className="max-h-[30rem] overflow-y-auto">
      <table className="w-full text-left text-xs">
        <caption className="sr-only">{t('caption')}</caption>
        <thead className="text-muted-foreground">
          <tr>
            <th scope="col" className="py-1.5 pr-3 font-medium">
              {t('phone')}
            </th>
            <th scope="col" className="whitespace-nowrap py-1.5 pr-3 text-right font-medium">
              {t('amount')}
            </th>
            <th scope="col" className="py-1.5 font-medium">
              {t('what')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, phone, amount }) => (
            <tr key={name} className="border-t">
              <td className="py-1 pr-3 pointer-coarse:py-3.5">
                <Button
                  variant="link"
                  size="sm"
                  aria-label={t('use', { phone: formatPhone(phone) })}
                  onClick={() => onUse(formatPhone(phone))}
                >
                  <span className="font-mono">{formatPhone(phone)}</span>
                </Button>
              </td>
              <td className="py-1 pr-3 text-right font-mono">{formatNumber(amount)}</td>
              <td className="py-1">{scenarioText(name)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
