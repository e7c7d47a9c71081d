'use client';

import type { Environment } from '@tillgate/db';
import { cn } from '@tillgate/ui';
import { FlaskConical } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'use-intl/react';
import { Link } from './link.tsx';
import { pageInEnvironment } from './navigation.ts';
import { readTenantPath, type TenantParams, tenantPath } from './tenant.ts';

const environments: readonly Environment[] = ['sandbox', 'production'];

const box =
  'flex h-7 min-w-0 items-center justify-center gap-1.5 rounded-sm border px-2 font-medium text-xs transition-colors focus-visible:outline-2 focus-visible:outline-ring pointer-coarse:h-11';
const other = 'border-transparent text-muted-foreground hover:text-foreground';
const current: Record<Environment, string> = {
  sandbox: 'border-sandbox-border bg-sandbox text-sandbox-foreground',
  production: 'border-border bg-card text-foreground',
};

/**
 * Play money or real money: links to the same list where the other environment has it. They are no radio buttons, which an
 * arrow key would move into production.
 */
export function EnvironmentSwitch({ tenant }: { tenant: TenantParams }) {
  const t = useTranslations('shell.environment');
  const address = readTenantPath(usePathname())?.page ?? '';
  return (
    <nav aria-label={t('label')} className="grid grid-cols-2 gap-0.5 rounded-md border bg-muted p-0.5">
      {environments.map((environment) => (
        <Link
          key={environment}
          href={tenantPath({ ...tenant, environment }, pageInEnvironment(address, environment))}
          aria-current={environment === tenant.environment ? 'true' : undefined}
          className={cn(box, environment === tenant.environment ? current[environment] : other)}
        >
          {environment === 'sandbox' ? (
            <FlaskConical aria-hidden="true" className="size-3.5 shrink-0" />
          ) : (
            <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-success" />
          )}
          <span className="truncate">{t(environment)}</span>
        </Link>
      ))}
    </nav>
  );
}
