'use client';

import type { Environment } from '@tillgate/db';
import { cn } from '@tillgate/ui';
import { FlaskConical } from 'lucide-react';
import { usePathname, useRouter } from 'next/navigation';
import { useId, useOptimistic, useTransition } from 'react';
import { useTranslations } from 'use-intl/react';
import { pageInEnvironment } from './navigation.ts';
import { readTenantPath, type TenantParams, tenantPath } from './tenant.ts';

const environments: readonly Environment[] = ['sandbox', 'production'];

const box =
  'relative flex h-7 min-w-0 cursor-pointer items-center justify-center gap-1.5 rounded-sm border border-transparent px-2 font-medium text-muted-foreground text-xs transition-colors hover:text-foreground has-focus-visible:outline-2 has-focus-visible:outline-ring pointer-coarse:h-10';

const checked: Record<Environment, string> = {
  sandbox:
    'has-checked:border-sandbox-border has-checked:bg-sandbox has-checked:text-sandbox-foreground has-checked:hover:text-sandbox-foreground',
  production: 'has-checked:border-border has-checked:bg-card has-checked:text-foreground',
};

/** Play money or real money: which of the two is unmistakable, and the list stays the same where the other one has it. */
export function EnvironmentSwitch({ tenant }: { tenant: TenantParams }) {
  const t = useTranslations('shell.environment');
  const name = useId();
  const router = useRouter();
  const address = readTenantPath(usePathname())?.page ?? '';
  const [, startTransition] = useTransition();
  const [shown, show] = useOptimistic<Environment>(tenant.environment);
  const choose = (environment: Environment) =>
    startTransition(() => {
      show(environment);
      router.push(tenantPath({ ...tenant, environment }, pageInEnvironment(address, environment)));
    });
  return (
    <fieldset className="grid grid-cols-2 gap-0.5 rounded-md border bg-muted p-0.5">
      <legend className="sr-only">{t('label')}</legend>
      {environments.map((environment) => (
        <label key={environment} className={cn(box, checked[environment])}>
          <input
            type="radio"
            name={name}
            value={environment}
            checked={shown === environment}
            onChange={() => choose(environment)}
            className="sr-only"
          />
          {environment === 'sandbox' ? (
            <FlaskConical aria-hidden="true" className="size-3.5 shrink-0" />
          ) : (
            <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-success" />
          )}
          <span className="truncate">{t(environment)}</span>
        </label>
      ))}
    </fieldset>
  );
}
